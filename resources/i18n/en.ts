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
    <name>AlertWords</name>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed visit(s)</source>
        <translation>
            <numerusform>%n failed visit</numerusform>
            <numerusform>%n failed visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notification(s) set aside</source>
        <translation>
            <numerusform>%n notification set aside</numerusform>
            <numerusform>%n notifications set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s) without reception</source>
        <translation>
            <numerusform>%n time without reception</numerusform>
            <numerusform>%n times without reception</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} and %n more</source>
        <translation>
            <numerusform>{names} and %n more</numerusform>
            <numerusform>{names} and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Bell</name>
    <message numerus="yes">
        <source>%n unread alert(s)</source>
        <translation>
            <numerusform>%n unread alert</numerusform>
            <numerusform>%n unread alerts</numerusform>
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
    <name>DayWords</name>
    <message numerus="yes">
        <source>%n no longer listed</source>
        <translation>
            <numerusform>%n no longer listed</numerusform>
            <numerusform>%n no longer listed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with another status</source>
        <translation>
            <numerusform>%n with another status</numerusform>
            <numerusform>%n with another status</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visit(s) closed, {failed} failed; most of them at {hour}</source>
        <translation>
            <numerusform>%n visit closed, {failed} failed; most of them at {hour}</numerusform>
            <numerusform>%n visits closed, {failed} failed; most of them at {hour}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more time(s)</source>
        <translation>
            <numerusform>and %n more time</numerusform>
            <numerusform>and %n more times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EverywhereDialog</name>
    <message numerus="yes">
        <source>The latest %n are shown. Type more to find older ones.</source>
        <translation>
            <numerusform>%n is shown, the latest. Type more to find older ones.</numerusform>
            <numerusform>The latest %n are shown. Type more to find older ones.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>What I see: %n row(s)</source>
        <translation>
            <numerusform>What I see: %n row</numerusform>
            <numerusform>What I see: %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The whole day: %n row(s)</source>
        <translation>
            <numerusform>The whole day: %n row</numerusform>
            <numerusform>The whole day: %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message numerus="yes">
        <source>%n row(s) exported to {path}</source>
        <translation>
            <numerusform>%n row exported to {path}</numerusform>
            <numerusform>%n rows exported to {path}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message numerus="yes">
        <source>%n not found</source>
        <translation>
            <numerusform>%n not found</numerusform>
            <numerusform>%n not found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n number(s)</source>
        <translation>
            <numerusform>%n number</numerusform>
            <numerusform>%n numbers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Following</name>
    <message numerus="yes">
        <source>What you noted of %n row(s) is not saved.</source>
        <translation>
            <numerusform>What you noted of %n row is not saved.</numerusform>
            <numerusform>What you noted of %n rows is not saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shipment(s)</source>
        <translation>
            <numerusform>%n shipment</numerusform>
            <numerusform>%n shipments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visit(s)</source>
        <translation>
            <numerusform>%n visit</numerusform>
            <numerusform>%n visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) acknowledged</source>
        <translation>
            <numerusform>%n row acknowledged</numerusform>
            <numerusform>%n rows acknowledged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapPane</name>
    <message numerus="yes">
        <source>%n visit(s) have nothing to place them by</source>
        <translation>
            <numerusform>%n visit has nothing to place it by</numerusform>
            <numerusform>%n visits have nothing to place them by</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visit(s) lie far from all others</source>
        <translation>
            <numerusform>%n visit lies far from all others</numerusform>
            <numerusform>%n visits lie far from all others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All drivers (%n)</source>
        <translation>
            <numerusform>All drivers (%n)</numerusform>
            <numerusform>All drivers (%n)</numerusform>
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
        <source>And %n shorter gap(s).</source>
        <translation>
            <numerusform>And %n shorter gap.</numerusform>
            <numerusform>And %n shorter gaps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The day was loaded again: %n of its shipment(s) have no notification.</source>
        <translation>
            <numerusform>The day was loaded again: %n of its shipments has no notification.</numerusform>
            <numerusform>The day was loaded again: %n of its shipments have no notification.</numerusform>
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
    <name>Printing</name>
    <message numerus="yes">
        <source>%n page(s) sent to the printer</source>
        <translation>
            <numerusform>%n page sent to the printer</numerusform>
            <numerusform>%n pages sent to the printer</numerusform>
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
    <name>ReceiverWords</name>
    <message numerus="yes">
        <source>%n time(s) without reception today</source>
        <translation>
            <numerusform>%n time without reception today</numerusform>
            <numerusform>%n times without reception today</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Retention</name>
    <message numerus="yes">
        <source>If you save this, %n day(s) will be deleted within minutes.</source>
        <translation>
            <numerusform>If you save this, %n day will be deleted within minutes.</numerusform>
            <numerusform>If you save this, %n days will be deleted within minutes.</numerusform>
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
    <name>Situations</name>
    <message numerus="yes">
        <source>a list of %n number(s)</source>
        <translation>
            <numerusform>a list of %n number</numerusform>
            <numerusform>a list of %n numbers</numerusform>
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
