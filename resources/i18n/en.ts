<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Age</name>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counting</name>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%n row(s) exported to {path}</source>
        <translation>
            <numerusform>%n row exported to {path}</numerusform>
            <numerusform>%n rows exported to {path}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message numerus="yes">
        <source>%n shipment(s) could not be read and are missing here.</source>
        <translation>
            <numerusform>%n shipment could not be read and is missing here.</numerusform>
            <numerusform>%n shipments could not be read and are missing here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n shorter time(s).</source>
        <translation>
            <numerusform>And %n shorter time.</numerusform>
            <numerusform>And %n shorter times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The day was loaded again: %n visit(s) may have missed their notice.</source>
        <translation>
            <numerusform>The day was loaded again: %n visit may have missed its notice.</numerusform>
            <numerusform>The day was loaded again: %n visits may have missed their notice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n</source>
        <translation>
            <numerusform>Show the %n</numerusform>
            <numerusform>Show the %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotificationDetailBuilder</name>
    <message numerus="yes">
        <source>came %n more time(s)</source>
        <translation>
            <numerusform>came %n more time</numerusform>
            <numerusform>came %n more times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReceiverPanel</name>
    <message numerus="yes">
        <source>%n since the receiver was started</source>
        <translation>
            <numerusform>%n since the receiver was started</numerusform>
            <numerusform>%n since the receiver was started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be read</source>
        <translation>
            <numerusform>%n could not be read</numerusform>
            <numerusform>%n could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShipmentDetailBuilder</name>
    <message numerus="yes">
        <source>This number stands in %n manifests.</source>
        <translation>
            <numerusform>This number stands in %n manifest.</numerusform>
            <numerusform>This number stands in %n manifests.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n SKU(s)</source>
        <translation>
            <numerusform>%n SKU</numerusform>
            <numerusform>%n SKUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message numerus="yes">
        <source>%n shipment(s)…</source>
        <translation>
            <numerusform>%n shipment…</numerusform>
            <numerusform>%n shipments…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VisitDetailBuilder</name>
    <message numerus="yes">
        <source>came %n more time(s)</source>
        <translation>
            <numerusform>came %n more time</numerusform>
            <numerusform>came %n more times</numerusform>
        </translation>
    </message>
</context>
</TS>
