<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>Age</name>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cell</name>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cli</name>
    <message>
        <source>The dispatcher&apos;s desk: a carrier&apos;s manifests in one local file. Alone it opens the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 a bug, 2 usage, 3 no manifest that day, 4 credentials, 5 carrier, 6 store, 7 port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COMMAND</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load a carrier&apos;s day into the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a table of the cache, asking no server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep, look for or remove a credential in the keyring.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or change the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the demo carrier as a process of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the window against the demo carrier, with data of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the installation, and say what to do about what is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data folder (or DESPACHO_DATA_DIR; else the platform&apos;s own)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the carrier&apos;s code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one carrier alone (else all of them)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>else by the file&apos;s ending, else csv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standard output where not given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>titles in your language, or names as on the wire (csv, xlsx)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of csv; auto is what this machine&apos;s spreadsheets expect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ACTION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ask for a credential without showing it (or read standard input), and keep it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove a credential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>say which credentials are there, never what they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show the settings in force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change a setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to listen on (8760); 0: a free one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another seed, other people and parcels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write a picture of the window (PNG)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>close the window by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a day (400)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>visits closed a minute (30)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the day; today at the site where not given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s list is empty; the cached day stays as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{carrier} {date}: {manifests} manifests, {shipments} shipments; {new} new, {changed} changed, {gone} gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not readable: {number} in manifest {manifest}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of {date} is in the cache: despacho fetch --carrier CODE --date {date}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is kept in the keyring.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is kept; but DESPACHO_{key} in the environment wins while it is set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo carrier listens. It takes any UUID as token and any user; Ctrl+C ends it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no display: the demo runs without showing its window.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>External number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier&apos;s status id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier&apos;s status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locality code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender&apos;s document type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender&apos;s document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender&apos;s phone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender&apos;s address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender&apos;s e-mail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parcel number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parcel id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SKUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Still listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit&apos;s status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Visit closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shipments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exceptions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Declared value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColumnsHeader</name>
    <message>
        <source>Sort by {column}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort also by {column}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide {column}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Connection</name>
    <message>
        <source>The connection works: the carrier accepts the credentials and sends manifests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection works: the carrier answered. It has no manifest for carrier {carrier} on {date}; where there should be one, check the carrier code and the address.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Detail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a row to see all that is known of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sender</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last load no longer listed it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>manifest {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier sent these in a form that cannot be read. Ask the carrier about them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shipments</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>This number stands in %n manifests.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listed in manifest {manifest}: {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier&apos;s status: {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved to manifest {manifest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listed again: {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight {weight}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n SKU(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Provider data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as sent (JSON)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy {what}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>The address of the carrier&apos;s service is not set: despacho settings set base_url ADDRESS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings can be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no cache yet; the first load makes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache {path} is damaged ({problem}). Move it away and load the days again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache is whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s credentials are there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No carrier was used yet, so the service was not asked: despacho fetch --carrier CODE</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>No keyring that encrypts can be reached on this machine. Set {token} and {user} in the environment, or enter the credentials in Settings for this session only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring did not open. Unlock it and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the keyring holds as {name} cannot be used. Enter it again in Settings, or run: {command}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not set yet: {names}. Enter what is missing in Settings, or run: {commands}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring did not give {name} back as it was written. Delete entries of that name under {service} in the system&apos;s keyring and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is empty. Enter its value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds characters that cannot be sent: only letters without accents, digits, punctuation and, inside, spaces can. Copy it once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is longer than {longest} characters. Copy it once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo carrier has 1 to {most} shipments a day, not {asked}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The visits per minute must be 0 or more, not {asked}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port {port} is taken by another program, or reserved. Choose another port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading was cancelled. The day is as it was before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a folder. Name a file in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} could not be replaced. Close it in the other program and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {folder} does not exist. Choose another one, or make it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is not a folder. Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} may not be written. Choose another file or folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be the name of a file. Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing to {where} failed: {reason}. Make room or choose another place, and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An .xlsx sheet holds {most} rows and there are more. Export them as csv instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no display to open the window on. Without one there are the commands: despacho --help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier answered with a JSON object instead of a list of manifests. Check the address in Settings; if it is right, tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What answered is not the carrier&apos;s service: a web page or a text came instead of JSON. Check the address in Settings, and whether the network wants a sign-in in the browser first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is empty, without even an empty list in it. Load again; if it lasts, tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s answer ends in the middle. Load again; if it lasts, tell the carrier that it is cut short.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is not valid JSON. Load again; if it lasts, tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s answer holds a number of more than {digits} digits, which cannot be read. Tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier answered with a list, but nothing in it is a manifest. The day stays as it was; tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No carrier code is given. Enter the code that the carrier gave you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier code holds a character that cannot be sent. Type it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No address of the carrier&apos;s service is set. Enter it in Settings, or with: despacho settings set base_url ADDRESS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address of the carrier&apos;s service cannot be used. Check it in Settings (base_url): it begins with http:// or https://, names a host, and holds no user, no ? and no #.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s token and user are not both set. Enter them in Settings, or with: despacho credentials set authorization-token (and authorization-user)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s token or user holds a character that cannot be sent: a line break, an accent, or a space at an end. Enter both again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} did not answer, or stopped answering, within {seconds} s. Check the network and load again; a longer wait can be set in Settings (timeout_seconds).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is compressed in a way that cannot be read. Load again; if it lasts, tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy {proxy} does not let the request through to {server}. Check the system&apos;s proxy settings, or ask whoever looks after the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy {proxy}, which this computer is set to, cannot be reached. Check the network and the system&apos;s proxy settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection to {server} can be made. Check the network, and the address in Settings; if both are right, the carrier&apos;s service is down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to {server} was lost before the answer was whole. Check the network and load again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name of {server} cannot be found. Check that this computer is on the network, and the address in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer does not trust the certificate of {server} ({reason}), so nothing was sent. Check the address in Settings and this computer&apos;s clock; a certificate of your own network must be in the system&apos;s trust store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No secure connection to {server} could be made. Check the address in Settings: whether it begins with https, and its port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy that this computer is set to, {proxy}, cannot be used: only HTTP proxies can. Change it in the system&apos;s network settings (or HTTPS_PROXY), or except the carrier&apos;s server from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier does not accept the carrier code {carrier} or the date {date} (status 400). Check both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier does not accept the token or the user (status 401). Enter both again in Settings; if they are right, ask the carrier for new ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier gives this user no permission for carrier {carrier} on {date} (status 403). Check the carrier code, or ask the carrier for the permission.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier has no manifest for carrier {carrier} on {date}. If that cannot be, check the carrier code, the date, and the address in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network&apos;s proxy wants a sign-in (status 407). Ask whoever looks after the network, or set the proxy&apos;s user in HTTPS_PROXY.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier was asked too often and wants a pause (status 429). Wait some minutes, then load again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s service is in trouble (status {status}). Load again in some minutes; if it lasts, tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier answered with status {status}, which its contract does not name. Check the address in Settings; if it is right, tell the carrier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server wants the request to be sent to {place} instead (status {status}). Credentials are not sent elsewhere: check the address in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server wants the request to be sent elsewhere and does not say where (status {status}). Check the address in Settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting {key} cannot be “{value}”. Wanted is {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no setting {key}. There are: {keys}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {path} is no valid TOML ({reason}). Mend it, or move it away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {path} cannot be read or written ({reason}). Check the folder and its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is using Despacho&apos;s data and did not let go. Wait a moment and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: nothing could be saved in {path}. Make room and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {path} is damaged or is no Despacho database. Move it away and load the days again; copies from before an update are in the folder “backups” beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data in {path} cannot be read or written ({reason}). Check the folder and its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This data was made by a newer version of Despacho, and this version would damage it. Install the newer version, or choose another data folder.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excel workbook (*.xlsx)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV text (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Remove filter {filter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Time: {zone}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Despacho (demo)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shipments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loaded {age}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier&apos;s list is empty; the day stays as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shipments} shipments: {new} new, {changed} changed, {gone} no longer listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) exported to {path}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>{problem} You see the day as {age}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier now lists nothing for this day. You see it as {age}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n shipment(s) could not be read and are missing here.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Which ones?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Asking the carrier…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shipments} shipments so far…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {attempt} of {attempts} failed. Trying again in {seconds} s…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>Type the carrier&apos;s code at the top left, then load the day.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which carrier?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The day appears here as soon as it is whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row of this day matches {filter}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The day could not be loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of {carrier} on {date} is on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This day is not loaded yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect to the carrier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Despacho needs the address of the carrier&apos;s service and the two credentials you were given. The credentials stay in this computer&apos;s keyring.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier answered an empty list for {carrier} on {date}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The carrier has no manifest for {carrier} on {date}. Check the code and the date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No manifest that day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowsView</name>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open detail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by “{value}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exclude “{value}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy rows with titles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy phone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>an address such as https://example.com/api, with no user in it, no ? and no #</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number from {least} to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a time zone by its IANA name, such as America/Bogota</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>es or en</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a short text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a host name or address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a path that begins with / and has no spaces, ? or #</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use for this session only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier&apos;s service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time zone of the site</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s without an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set by the environment (DESPACHO_{key}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>•••••••• kept ({origin}); type to replace it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Skipped</name>
    <message>
        <source>it is not a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no numero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these fields cannot be read: {fields}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Source</name>
    <message>
        <source>set by the environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept for this session only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the keyring is locked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Shipments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifests</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search number, recipient, phone, address…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next day</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n shipment(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exceptions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other statuses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promise at risk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed in last load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In two manifests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer listed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ViewsPanel</name>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Export what I see…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the whole day…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Despacho</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear search and filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter	Open detail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C	Copy rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+C	Copy with titles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Despacho {version}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
