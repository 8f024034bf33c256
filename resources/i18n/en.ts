<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Age</name>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>%Ln min ago</numerusform>
            <numerusform>%Ln min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hour(s) ago</source>
        <translation>
            <numerusform>%Ln h ago</numerusform>
            <numerusform>%Ln h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Alert</name>
    <message numerus="yes">
        <source>{carrier}: %Ln parcel(s) promised for today, not delivered yet.</source>
        <translation>
            <numerusform>{carrier}: %Ln parcel promised for today, not delivered yet.</numerusform>
            <numerusform>{carrier}: %Ln parcels promised for today, not delivered yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s)</source>
        <translation>
            <numerusform>%Ln alert</numerusform>
            <numerusform>%Ln alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertWords</name>
    <message numerus="yes">
        <source>%Ln alert(s)</source>
        <translation>
            <numerusform>%Ln alert</numerusform>
            <numerusform>%Ln alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed visit(s)</source>
        <translation>
            <numerusform>%Ln failed visit</numerusform>
            <numerusform>%Ln failed visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln call(s) promised for now</source>
        <translation>
            <numerusform>%Ln call promised for now</numerusform>
            <numerusform>%Ln calls promised for now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln silent driver(s)</source>
        <translation>
            <numerusform>%Ln silent driver</numerusform>
            <numerusform>%Ln silent drivers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln notification(s) set aside</source>
        <translation>
            <numerusform>%Ln notification set aside</numerusform>
            <numerusform>%Ln notifications set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reception gap(s)</source>
        <translation>
            <numerusform>%Ln reception gap</numerusform>
            <numerusform>%Ln reception gaps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} and %Ln more</source>
        <translation>
            <numerusform>{names} and %Ln more</numerusform>
            <numerusform>{names} and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Bell</name>
    <message numerus="yes">
        <source>%Ln unread alert(s)</source>
        <translation>
            <numerusform>%Ln unread alert</numerusform>
            <numerusform>%Ln unread alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallPage</name>
    <message numerus="yes">
        <source>Of earlier days: %Ln</source>
        <translation>
            <numerusform>Of earlier days: %Ln</numerusform>
            <numerusform>Of earlier days: %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallWords</name>
    <message numerus="yes">
        <source>%Ln to call now</source>
        <translation>
            <numerusform>%Ln person to call now</numerusform>
            <numerusform>%Ln people to call now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln shipment</numerusform>
            <numerusform>%Ln shipments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to call again</source>
        <translation>
            <numerusform>%Ln to call again</numerusform>
            <numerusform>%Ln to call again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln at another desk</source>
        <translation>
            <numerusform>%Ln at another desk</numerusform>
            <numerusform>%Ln at another desk</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln done</source>
        <translation>
            <numerusform>%Ln done</numerusform>
            <numerusform>%Ln done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln piece</numerusform>
            <numerusform>%Ln pieces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Cli</name>
    <message numerus="yes">
        <source>The carrier lists nothing for this day; its %Ln shipment(s) stay(s) as before.</source>
        <translation>
            <numerusform>The carrier lists nothing for this day; its %Ln shipment stays as it was.</numerusform>
            <numerusform>The carrier lists nothing for this day; its %Ln shipments stay as they were.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The carrier lists nothing for this day any more: its %Ln shipment(s) is/are marked as gone.</source>
        <translation>
            <numerusform>The carrier lists nothing for this day any more: its %Ln shipment is marked as gone.</numerusform>
            <numerusform>The carrier lists nothing for this day any more: its %Ln shipments are marked as gone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DayLoading</name>
    <message numerus="yes">
        <source>Loaded: %Ln shipment(s)</source>
        <translation>
            <numerusform>Loaded: %Ln shipment</numerusform>
            <numerusform>Loaded: %Ln shipments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DayWords</name>
    <message numerus="yes">
        <source>%Ln row(s) left out</source>
        <translation>
            <numerusform>%Ln row left out</numerusform>
            <numerusform>%Ln rows left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of {parcels} were delivered</source>
        <translation>
            <numerusform>%Ln of {parcels} was delivered</numerusform>
            <numerusform>%Ln of {parcels} were delivered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At {time}, %Ln of {parcels} are delivered</source>
        <translation>
            <numerusform>At {time}, %Ln of {parcels} is delivered</numerusform>
            <numerusform>At {time}, %Ln of {parcels} are delivered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln parcel(s)</source>
        <translation>
            <numerusform>%Ln parcel</numerusform>
            <numerusform>%Ln parcels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln outcome(s) seen only by a later load</source>
        <translation>
            <numerusform>%Ln outcome seen only by a later load</numerusform>
            <numerusform>%Ln outcomes seen only by a later load</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln counted with two carriers</source>
        <translation>
            <numerusform>%Ln counted with two carriers</numerusform>
            <numerusform>%Ln counted with two carriers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of manifests not in force left out</source>
        <translation>
            <numerusform>%Ln row of manifests not in force left out</numerusform>
            <numerusform>%Ln rows of manifests not in force left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) moved to another listing and left out</source>
        <translation>
            <numerusform>%Ln row moved to another listing and left out</numerusform>
            <numerusform>%Ln rows moved to another listing and left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) delivered on an earlier day and left out</source>
        <translation>
            <numerusform>%Ln row delivered on an earlier day and left out</numerusform>
            <numerusform>%Ln rows delivered on an earlier day and left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) gone before the day began and left out</source>
        <translation>
            <numerusform>%Ln row gone before the day began and left out</numerusform>
            <numerusform>%Ln rows gone before the day began and left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln further row(s) of a parcel left out</source>
        <translation>
            <numerusform>%Ln further row of a parcel left out</numerusform>
            <numerusform>%Ln further rows of a parcel left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not known yet: {days} missing</source>
        <translation>
            <numerusform>Not known yet: {days} missing</numerusform>
            <numerusform>Not known yet: {days} missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln failed</source>
        <translation>
            <numerusform>Of %Ln failed</numerusform>
            <numerusform>Of %Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>plus %Ln visit(s) without a shipment</source>
        <translation>
            <numerusform>plus %Ln visit without a shipment</numerusform>
            <numerusform>plus %Ln visits without a shipment</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln working day(s)</source>
        <translation>
            <numerusform>%Ln working day</numerusform>
            <numerusform>%Ln working days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Saturday(s)</source>
        <translation>
            <numerusform>%Ln Saturday</numerusform>
            <numerusform>%Ln Saturdays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Sunday(s)</source>
        <translation>
            <numerusform>%Ln Sunday</numerusform>
            <numerusform>%Ln Sundays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{hour}: {delivered}, {failed}; %Ln closed until then</source>
        <translation>
            <numerusform>{hour}: {delivered}, {failed}; %Ln closed until then</numerusform>
            <numerusform>{hour}: {delivered}, {failed}; %Ln closed until then</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with another status</source>
        <translation>
            <numerusform>%Ln with another status</numerusform>
            <numerusform>%Ln with another status</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) closed, {failed}; most of them at {hour}</source>
        <translation>
            <numerusform>%Ln visit closed, {failed}; at {hour}</numerusform>
            <numerusform>%Ln visits closed, {failed}; most of them at {hour}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln delivered</source>
        <translation>
            <numerusform>%Ln delivered</numerusform>
            <numerusform>%Ln delivered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more time(s)</source>
        <translation>
            <numerusform>and %Ln more time</numerusform>
            <numerusform>and %Ln more times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln shipment</numerusform>
            <numerusform>%Ln shipments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Deviation</name>
    <message numerus="yes">
        <source>text, %Ln character(s)</source>
        <translation>
            <numerusform>text, %Ln character</numerusform>
            <numerusform>text, %Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>list, %Ln item(s)</source>
        <translation>
            <numerusform>list, %Ln item</numerusform>
            <numerusform>list, %Ln items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeviationsDialog</name>
    <message numerus="yes">
        <source>%Ln kind(s)</source>
        <translation>
            <numerusform>%Ln kind</numerusform>
            <numerusform>%Ln kinds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DriverWords</name>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DriversPage</name>
    <message numerus="yes">
        <source>Silent from %Ln minute(s)</source>
        <translation>
            <numerusform>Silent from %Ln min</numerusform>
            <numerusform>Silent from %Ln min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pause of %Ln minute(s) or longer</source>
        <translation>
            <numerusform>Pause of %Ln min or longer</numerusform>
            <numerusform>Pause of %Ln min or longer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln driver(s)</source>
        <translation>
            <numerusform>%Ln driver</numerusform>
            <numerusform>%Ln drivers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln closed visit(s)</source>
        <translation>
            <numerusform>%Ln closed visit</numerusform>
            <numerusform>%Ln closed visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) in the table</source>
        <translation>
            <numerusform>%Ln visit in the table</numerusform>
            <numerusform>%Ln visits in the table</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EmptySituations</name>
    <message numerus="yes">
        <source>a list of %Ln number(s)</source>
        <translation>
            <numerusform>a list of %Ln number</numerusform>
            <numerusform>a list of %Ln numbers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Then again every %Ln min.</source>
        <translation>
            <numerusform>Then again every %Ln min.</numerusform>
            <numerusform>Then again every %Ln min.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EndPage</name>
    <message numerus="yes">
        <source>%Ln case(s) for the next desk</source>
        <translation>
            <numerusform>%Ln case for the next desk</numerusform>
            <numerusform>%Ln cases for the next desk</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportController</name>
    <message numerus="yes">
        <source>%Ln row(s) exported to {path}</source>
        <translation>
            <numerusform>%Ln row exported to {path}</numerusform>
            <numerusform>%Ln rows exported to {path}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>What I see: %Ln row(s)</source>
        <translation>
            <numerusform>What I see: %Ln row</numerusform>
            <numerusform>What I see: %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Selected: %Ln row(s)</source>
        <translation>
            <numerusform>Selected: %Ln row</numerusform>
            <numerusform>Selected: %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The whole day: %Ln row(s)</source>
        <translation>
            <numerusform>The whole day: %Ln row</numerusform>
            <numerusform>The whole day: %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message numerus="yes">
        <source>%Ln not found</source>
        <translation>
            <numerusform>%Ln not found</numerusform>
            <numerusform>%Ln not found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln number(s)</source>
        <translation>
            <numerusform>%Ln number</numerusform>
            <numerusform>%Ln numbers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FollowUpController</name>
    <message numerus="yes">
        <source>What you noted of %Ln row(s) is not saved.</source>
        <translation>
            <numerusform>What you noted of %Ln row is not saved.</numerusform>
            <numerusform>What you noted of %Ln rows is not saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln shipment</numerusform>
            <numerusform>%Ln shipments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Acknowledge %Ln shipment(s)</source>
        <translation>
            <numerusform>Acknowledge %Ln shipment</numerusform>
            <numerusform>Acknowledge %Ln shipments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s)</source>
        <translation>
            <numerusform>%Ln visit</numerusform>
            <numerusform>%Ln visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Acknowledge %Ln visit(s)</source>
        <translation>
            <numerusform>Acknowledge %Ln visit</numerusform>
            <numerusform>Acknowledge %Ln visits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) acknowledged</source>
        <translation>
            <numerusform>%Ln row acknowledged</numerusform>
            <numerusform>%Ln rows acknowledged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GlobalSearchDialog</name>
    <message numerus="yes">
        <source>The latest %Ln are shown. Type more to find older ones.</source>
        <translation>
            <numerusform>%Ln is shown, the latest. Type more to find older ones.</numerusform>
            <numerusform>The latest %Ln are shown. Type more to find older ones.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HiddenBelow</name>
    <message numerus="yes">
        <source>%Ln hidden · Clear all</source>
        <translation>
            <numerusform>%Ln hidden · Clear all</numerusform>
            <numerusform>%Ln hidden · Clear all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryLines</name>
    <message numerus="yes">
        <source>came %Ln more time(s)</source>
        <translation>
            <numerusform>came %Ln more time</numerusform>
            <numerusform>came %Ln more times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapEdges</name>
    <message numerus="yes">
        <source>%Ln visit(s)</source>
        <translation>
            <numerusform>%Ln visit</numerusform>
            <numerusform>%Ln visits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapFoot</name>
    <message numerus="yes">
        <source>Background without internet: %Ln visit(s) that are kept here.</source>
        <translation>
            <numerusform>Background without internet: %Ln visit kept here.</numerusform>
            <numerusform>Background without internet: %Ln visits kept here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message numerus="yes">
        <source>%Ln visit(s) here</source>
        <translation>
            <numerusform>%Ln visit here</numerusform>
            <numerusform>%Ln visits here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) have nothing to place them by</source>
        <translation>
            <numerusform>%Ln visit has nothing to place it by</numerusform>
            <numerusform>%Ln visits have nothing to place them by</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{seen} of %Ln visit(s) in view</source>
        <translation>
            <numerusform>{seen} of %Ln visit in view</numerusform>
            <numerusform>{seen} of %Ln visits in view</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln outside</source>
        <translation>
            <numerusform>%Ln outside</numerusform>
            <numerusform>%Ln outside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without coordinates</source>
        <translation>
            <numerusform>%Ln without coordinates</numerusform>
            <numerusform>%Ln without coordinates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewAbove</name>
    <message numerus="yes">
        <source>%Ln new ↑</source>
        <translation>
            <numerusform>%Ln new ↑</numerusform>
            <numerusform>%Ln new ↑</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message numerus="yes">
        <source>The carrier now lists nothing for this day. You see its %Ln shipment(s) as {age}, until another answer agrees.</source>
        <translation>
            <numerusform>The carrier now lists nothing for this day. You see its %Ln shipment as {age}, until another answer agrees.</numerusform>
            <numerusform>The carrier now lists nothing for this day. You see its %Ln shipments as {age}, until another answer agrees.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The carrier lists nothing for this day any more: %Ln shipment(s) are no longer listed.</source>
        <translation>
            <numerusform>The carrier lists nothing for this day any more: %Ln shipment is no longer listed.</numerusform>
            <numerusform>The carrier lists nothing for this day any more: %Ln shipments are no longer listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s) could not be read and are missing here.</source>
        <translation>
            <numerusform>%Ln shipment could not be read and is missing here.</numerusform>
            <numerusform>%Ln shipments could not be read and are missing here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s) missing</source>
        <translation>
            <numerusform>%Ln shipment missing</numerusform>
            <numerusform>%Ln shipments missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %Ln shorter gap(s).</source>
        <translation>
            <numerusform>And %Ln shorter gap.</numerusform>
            <numerusform>And %Ln shorter gaps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The day was loaded again: %Ln of its shipment(s) have no notification.</source>
        <translation>
            <numerusform>The day was loaded again: %Ln of its shipments has no notification.</numerusform>
            <numerusform>The day was loaded again: %Ln of its shipments have no notification.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %Ln</source>
        <translation>
            <numerusform>Show the %Ln</numerusform>
            <numerusform>Show the %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotificationDetailBuilder</name>
    <message numerus="yes">
        <source>came %Ln more time(s)</source>
        <translation>
            <numerusform>came %Ln more time</numerusform>
            <numerusform>came %Ln more times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OtherDesksWords</name>
    <message numerus="yes">
        <source>%Ln to go</source>
        <translation>
            <numerusform>%Ln to go</numerusform>
            <numerusform>%Ln to go</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message numerus="yes">
        <source>%Ln page(s) sent to the printer</source>
        <translation>
            <numerusform>%Ln page sent to the printer</numerusform>
            <numerusform>%Ln pages sent to the printer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReceiverPanel</name>
    <message numerus="yes">
        <source>%Ln since the receiver was started</source>
        <translation>
            <numerusform>%Ln since the receiver was started</numerusform>
            <numerusform>%Ln since the receiver was started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln could not be read</source>
        <translation>
            <numerusform>%Ln could not be read</numerusform>
            <numerusform>%Ln could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReceiverWords</name>
    <message numerus="yes">
        <source>%Ln reception gap(s) today</source>
        <translation>
            <numerusform>%Ln reception gap today</numerusform>
            <numerusform>%Ln reception gaps today</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipientView</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other recipient(s) to call have this number: ask who answers.</source>
        <translation>
            <numerusform>%Ln other recipient to call has this number: ask who answers.</numerusform>
            <numerusform>%Ln other recipients to call have this number: ask who answers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln piece</numerusform>
            <numerusform>%Ln pieces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Retention</name>
    <message numerus="yes">
        <source> day(s)</source>
        <translation>
            <numerusform> day</numerusform>
            <numerusform> days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If you save this, %Ln day(s) will be deleted within minutes.</source>
        <translation>
            <numerusform>If you save this, %Ln day will be deleted within minutes.</numerusform>
            <numerusform>If you save this, %Ln days will be deleted within minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowCounter</name>
    <message numerus="yes">
        <source>%Ln no longer match</source>
        <translation>
            <numerusform>%Ln no longer matches</numerusform>
            <numerusform>%Ln no longer match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln piece</numerusform>
            <numerusform>%Ln pieces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowsView</name>
    <message numerus="yes">
        <source>%Ln row(s) copied</source>
        <translation>
            <numerusform>%Ln row copied</numerusform>
            <numerusform>%Ln rows copied</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectionDetailBuilder</name>
    <message numerus="yes">
        <source>%Ln row(s) selected</source>
        <translation>
            <numerusform>%Ln row selected</numerusform>
            <numerusform>%Ln rows selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShiftWords</name>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln shipment</numerusform>
            <numerusform>%Ln shipments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) without a shipment</source>
        <translation>
            <numerusform>%Ln visit without a shipment</numerusform>
            <numerusform>%Ln visits without a shipment</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) taken over</source>
        <translation>
            <numerusform>%Ln case taken over</numerusform>
            <numerusform>%Ln cases taken over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) were known here already.</source>
        <translation>
            <numerusform>%Ln case was known here already.</numerusform>
            <numerusform>%Ln cases were known here already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Both desks wrote about %Ln case(s); the later word decides:</source>
        <translation>
            <numerusform>Both desks wrote about %Ln case; the later word decides:</numerusform>
            <numerusform>Both desks wrote about %Ln cases; the later word decides:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(ies) from the future (up to {minutes} min): a clock is wrong</source>
        <translation>
            <numerusform>%Ln entry from the future (up to {minutes} min): a clock is wrong</numerusform>
            <numerusform>%Ln entries from the future (up to {minutes} min): a clock is wrong</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) kept for visits whose notification did not come here</source>
        <translation>
            <numerusform>%Ln case kept for a visit whose notification did not come here</numerusform>
            <numerusform>%Ln cases kept for visits whose notification did not come here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) kept until their shipments are loaded here:</source>
        <translation>
            <numerusform>%Ln case kept until its shipment is loaded here:</numerusform>
            <numerusform>%Ln cases kept until their shipments are loaded here:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShipmentDetailBuilder</name>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln piece</numerusform>
            <numerusform>%Ln pieces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln SKU(s)</source>
        <translation>
            <numerusform>%Ln SKU</numerusform>
            <numerusform>%Ln SKUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TabActions</name>
    <message numerus="yes">
        <source>%Ln shipment(s) to attend: several of a person are one call</source>
        <translation>
            <numerusform>%Ln shipment to attend: several of a person are one call</numerusform>
            <numerusform>%Ln shipments to attend: several of a person are one call</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeOver</name>
    <message numerus="yes">
        <source>%Ln day(s) can be loaded now</source>
        <translation>
            <numerusform>%Ln day can be loaded now</numerusform>
            <numerusform>%Ln days can be loaded now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Loading {day}… (%Ln more)</source>
        <translation>
            <numerusform>Loading {day}… (%Ln more)</numerusform>
            <numerusform>Loading {day}… (%Ln more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped here: %Ln day(s) are not loaded</source>
        <translation>
            <numerusform>Stopped here: %Ln day is not loaded</numerusform>
            <numerusform>Stopped here: %Ln days are not loaded</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message numerus="yes">
        <source>%Ln shipment(s)…</source>
        <translation>
            <numerusform>%Ln shipment…</numerusform>
            <numerusform>%Ln shipments…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ViewsPanel</name>
    <message numerus="yes">
        <source>%Ln view(s) at zero</source>
        <translation>
            <numerusform>%Ln view at zero</numerusform>
            <numerusform>%Ln views at zero</numerusform>
        </translation>
    </message>
</context>
</TS>
