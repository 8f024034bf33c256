<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>Address</name>
    <message>
        <source>Enter the address that the carrier gave you.</source>
        <translation>Escriba la dirección que le dio la transportadora.</translation>
    </message>
    <message>
        <source>This address is not encrypted: others could read token and user on the way. Use the one that begins with https.</source>
        <translation>Esta dirección no va cifrada: otros podrían leer el token y el usuario en el camino. Use la que empieza por https.</translation>
    </message>
    <message>
        <source>This is no address of a service. It looks like https://example.com/api, with no user, no ? and no #.</source>
        <translation>Esta no es la dirección de un servicio. Se parece a https://example.com/api, sin usuario, sin ? y sin #.</translation>
    </message>
</context>
<context>
    <name>After since</name>
    <message>
        <source>{time}</source>
        <translation>las {time}</translation>
    </message>
    <message>
        <source>{day} {time}</source>
        <translation>{day} a {time}</translation>
    </message>
</context>
<context>
    <name>After since, a date</name>
    <message>
        <source>{day} {time}</source>
        <translation>el {day} a {time}</translation>
    </message>
</context>
<context>
    <name>After since, at 1</name>
    <message>
        <source>{time}</source>
        <translation>la {time}</translation>
    </message>
</context>
<context>
    <name>Age</name>
    <message>
        <source>just now</source>
        <translation>hace un momento</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>hace %Ln min</numerusform>
            <numerusform>hace %Ln min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hour(s) ago</source>
        <translation>
            <numerusform>hace %Ln h</numerusform>
            <numerusform>hace %Ln h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>hace %Ln día</numerusform>
            <numerusform>hace %Ln días</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Alert</name>
    <message>
        <source>{driver} has closed no visit since {time}.</source>
        <translation>{driver} no cierra ninguna visita desde las {time}.</translation>
    </message>
    <message numerus="yes">
        <source>{carrier}: %Ln parcel(s) promised for today, not delivered yet.</source>
        <translation>
            <numerusform>{carrier}: %Ln envío prometido para hoy, sin entregar.</numerusform>
            <numerusform>{carrier}: %Ln envíos prometidos para hoy, sin entregar.</numerusform>
        </translation>
    </message>
    <message>
        <source>{route}: {failed} of {closed} closed visits failed.</source>
        <translation>{route}: fallaron {failed} de {closed} visitas cerradas.</translation>
    </message>
    <message>
        <source>{carrier}: today was last loaded at {time}.</source>
        <translation>{carrier}: el día de hoy se cargó por última vez a las {time}.</translation>
    </message>
    <message>
        <source>{carrier}: today was not loaded.</source>
        <translation>{carrier}: el día de hoy no se ha cargado.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s)</source>
        <translation>
            <numerusform>%Ln alerta</numerusform>
            <numerusform>%Ln alertas</numerusform>
        </translation>
    </message>
    <message>
        <source>Despacho on {desk}</source>
        <translation>Despacho en {desk}</translation>
    </message>
    <message>
        <source>An alert could not be mailed; Despacho tries again. {reason}</source>
        <translation>No se pudo enviar una alerta por correo; Despacho lo intenta de nuevo. {reason}</translation>
    </message>
    <message>
        <source>An alert could not be mailed, and is not tried again. {reason}</source>
        <translation>No se pudo enviar una alerta por correo y no se intenta más. {reason}</translation>
    </message>
</context>
<context>
    <name>AlertController</name>
    <message>
        <source>Despacho goes on receiving</source>
        <translation>Despacho sigue recibiendo</translation>
    </message>
    <message>
        <source>Its icon here opens it again.</source>
        <translation>Su icono, aquí, lo abre de nuevo.</translation>
    </message>
</context>
<context>
    <name>AlertSettings</name>
    <message>
        <source>Quiet from</source>
        <translation>Silencio desde</translation>
    </message>
    <message>
        <source>Show a test alert</source>
        <translation>Mostrar una alerta de prueba</translation>
    </message>
    <message>
        <source>This desktop shows no messages of programs: alerts are listed under the bell only.</source>
        <translation>Este escritorio no muestra mensajes de los programas: las alertas solo aparecen en la campana.</translation>
    </message>
    <message>
        <source>By the site&apos;s clock: no message and no sound in quiet time, and afterwards one message for everything that came.</source>
        <translation>Según el reloj de la sede: en el horario de silencio no hay mensajes ni sonido, y después llega un solo mensaje por todo lo ocurrido.</translation>
    </message>
    <message>
        <source>Where no window is open, the receiver mails what the rules find.</source>
        <translation>Donde no hay una ventana abierta, el receptor envía por correo lo que encuentran las reglas.</translation>
    </message>
    <message>
        <source>Each is raised once, and again after it ended. A route counts from five closed visits on.</source>
        <translation>Cada una se da una vez, y de nuevo después de haber terminado. Una ruta cuenta desde cinco visitas cerradas.</translation>
    </message>
    <message>
        <source>Quiet time needs both hours.</source>
        <translation>El horario de silencio necesita las dos horas.</translation>
    </message>
    <message>
        <source>The bell at the top right gathers failed visits, reception gaps, and what is turned away or set aside. It is always there.</source>
        <translation>La campana, arriba a la derecha, reúne las visitas fallidas, los periodos sin recepción y los avisos rechazados o apartados. Siempre está ahí.</translation>
    </message>
    <message>
        <source>until</source>
        <translation>hasta</translation>
    </message>
</context>
<context>
    <name>AlertWords</name>
    <message>
        <source>Failed: {name}</source>
        <translation>Falló: {name}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s)</source>
        <translation>
            <numerusform>%Ln alerta</numerusform>
            <numerusform>%Ln alertas</numerusform>
        </translation>
    </message>
    <message>
        <source>A test</source>
        <translation>Una prueba</translation>
    </message>
    <message>
        <source>Failed visits are announced like this.</source>
        <translation>Así se anuncian las visitas fallidas.</translation>
    </message>
    <message>
        <source>Without reception for {time}</source>
        <translation>Sin recepción durante {time}</translation>
    </message>
    <message>
        <source>Call again: {number}</source>
        <translation>Volver a llamar: {number}</translation>
    </message>
    <message>
        <source>Failed visit {visit}</source>
        <translation>Visita fallida {visit}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed visit(s)</source>
        <translation>
            <numerusform>%Ln visita fallida</numerusform>
            <numerusform>%Ln visitas fallidas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln call(s) promised for now</source>
        <translation>
            <numerusform>%Ln llamada prometida para ahora</numerusform>
            <numerusform>%Ln llamadas prometidas para ahora</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln silent driver(s)</source>
        <translation>
            <numerusform>%Ln conductor en silencio</numerusform>
            <numerusform>%Ln conductores en silencio</numerusform>
        </translation>
    </message>
    <message>
        <source>Promised for today, and open</source>
        <translation>Prometidos para hoy y sin entregar</translation>
    </message>
    <message>
        <source>Many failures on a route</source>
        <translation>Muchas fallidas en una ruta</translation>
    </message>
    <message>
        <source>A carrier is not loaded</source>
        <translation>Una transportadora no se carga</translation>
    </message>
    <message numerus="yes">
        <source>%Ln notification(s) set aside</source>
        <translation>
            <numerusform>%Ln aviso apartado</numerusform>
            <numerusform>%Ln avisos apartados</numerusform>
        </translation>
    </message>
    <message>
        <source>Too much is set aside</source>
        <translation>Se apartan demasiados avisos</translation>
    </message>
    <message>
        <source>Turned away: not the right token</source>
        <translation>Rechazado: el token no es el correcto</translation>
    </message>
    <message>
        <source>Notifications are refused: wrong token</source>
        <translation>Se rechazan los avisos: token equivocado</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reception gap(s)</source>
        <translation>
            <numerusform>%Ln periodo sin recepción</numerusform>
            <numerusform>%Ln periodos sin recepción</numerusform>
        </translation>
    </message>
    <message>
        <source>Reception stopped</source>
        <translation>Se interrumpió la recepción</translation>
    </message>
    <message>
        <source>Not reachable from outside</source>
        <translation>No se alcanza desde internet</translation>
    </message>
    <message>
        <source>Loading again failed: credentials</source>
        <translation>Falló la recarga: credenciales</translation>
    </message>
    <message>
        <source>The data was restored</source>
        <translation>Los datos se restauraron</translation>
    </message>
    <message>
        <source>The disk is filling up</source>
        <translation>El disco se está llenando</translation>
    </message>
    <message>
        <source>Something in Despacho went wrong</source>
        <translation>Algo falló en Despacho</translation>
    </message>
    <message>
        <source>Kept whole, but it could not be read.</source>
        <translation>Guardado entero, pero no se pudo leer.</translation>
    </message>
    <message>
        <source>More than 50 MB within an hour: only the beginning of each further body is kept.</source>
        <translation>Más de 50 MB en una hora: de lo que siga llegando solo se guarda el comienzo.</translation>
    </message>
    <message>
        <source>If the provider sent it, its token is not the one that is set here.</source>
        <translation>Si lo envió el proveedor, su token no es el que está definido aquí.</translation>
    </message>
    <message>
        <source>The saved data is safe. If it recurs, send the report ({name}) to the maintainers.</source>
        <translation>Los datos guardados están a salvo. Si se repite, envíe el informe ({name}) a quienes mantienen el programa.</translation>
    </message>
    <message>
        <source>From {since} to {until}: {cause}</source>
        <translation>Desde {since} hasta {until}: {cause}</translation>
    </message>
    <message numerus="yes">
        <source>{names} and %Ln more</source>
        <translation>
            <numerusform>{names} y %Ln más</numerusform>
            <numerusform>{names} y %Ln más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertsPanel</name>
    <message>
        <source>Alerts</source>
        <translation>Alertas</translation>
    </message>
    <message>
        <source>Nothing yet. Failed visits and problems with the reception are listed here.</source>
        <translation>Nada todavía. Aquí aparecen las visitas fallidas y los problemas de recepción.</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>sin leer</translation>
    </message>
</context>
<context>
    <name>Assistant</name>
    <message>
        <source>First steps</source>
        <translation>Primeros pasos</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Probar la demostración</translation>
    </message>
    <message>
        <source>Connect to the carrier</source>
        <translation>Conectarse con la transportadora</translation>
    </message>
    <message>
        <source>Enter what the carrier gave you. Token and user are kept in this computer&apos;s keyring, and nowhere else. To look around first, try the demo: it touches nothing of yours.</source>
        <translation>Escriba lo que le dio la transportadora. El token y el usuario se guardan en el llavero de este computador, y en ninguna otra parte. Si primero quiere mirar, pruebe la demostración: no toca nada suyo.</translation>
    </message>
    <message>
        <source>Address, token, user and code are tested as soon as all are there.</source>
        <translation>La dirección, el token, el usuario y el código se prueban en cuanto estén todos.</translation>
    </message>
    <message>
        <source>Save all the same</source>
        <translation>Guardar de todos modos</translation>
    </message>
    <message>
        <source>This is still missing.</source>
        <translation>Falta este dato.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Save and load today</source>
        <translation>Guardar y cargar hoy</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln nota</numerusform>
            <numerusform>%Ln notas</numerusform>
        </translation>
    </message>
    <message>
        <source>Something failed</source>
        <translation>Algo falló</translation>
    </message>
    <message>
        <source>Rows may be missing</source>
        <translation>Pueden faltar filas</translation>
    </message>
    <message>
        <source>Not receiving</source>
        <translation>Sin recibir</translation>
    </message>
    <message>
        <source>Other desks</source>
        <translation>Otros puestos</translation>
    </message>
    <message>
        <source>A new day</source>
        <translation>Un nuevo día</translation>
    </message>
    <message>
        <source>Reception gap</source>
        <translation>Corte de recepción</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Carpeta de datos</translation>
    </message>
    <message>
        <source>Wrong times?</source>
        <translation>¿Horas erradas?</translation>
    </message>
    <message>
        <source>Unmatched visits</source>
        <translation>Visitas sin envío</translation>
    </message>
    <message>
        <source>About this day</source>
        <translation>Sobre este día</translation>
    </message>
    <message>
        <source>Fewer shipments</source>
        <translation>Menos envíos</translation>
    </message>
    <message>
        <source>Missed ones not marked</source>
        <translation>Avisos perdidos sin marcar</translation>
    </message>
    <message>
        <source>New version</source>
        <translation>Versión nueva</translation>
    </message>
</context>
<context>
    <name>Bell</name>
    <message>
        <source>Alerts</source>
        <translation>Alertas</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread alert(s)</source>
        <translation>
            <numerusform>%Ln alerta sin leer</numerusform>
            <numerusform>%Ln alertas sin leer</numerusform>
        </translation>
    </message>
    <message>
        <source>Alerts: none unread</source>
        <translation>Alertas: ninguna sin leer</translation>
    </message>
</context>
<context>
    <name>BoardNotice</name>
    <message>
        <source>Rows are being rebuilt from the saved data; {left} days and visits are left. Until then rows may be missing.</source>
        <translation>Se están reconstruyendo las filas con los datos guardados; faltan {left} días y visitas. Mientras tanto pueden faltar filas.</translation>
    </message>
</context>
<context>
    <name>CallController</name>
    <message>
        <source>Being handled by {who}</source>
        <translation>Lo está atendiendo {who}</translation>
    </message>
    <message>
        <source>note of a call</source>
        <translation>nota de una llamada</translation>
    </message>
    <message>
        <source>The last call was taken back.</source>
        <translation>Se deshizo la última llamada.</translation>
    </message>
    <message>
        <source>Complete the message first: {what}</source>
        <translation>Complete primero el mensaje: {what}</translation>
    </message>
</context>
<context>
    <name>CallList</name>
    <message>
        <source>Queue of calls</source>
        <translation>Cola de llamadas</translation>
    </message>
    <message>
        <source>Now · {count}</source>
        <translation>Ahora · {count}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>espera</translation>
    </message>
    <message>
        <source>Call again · {count}</source>
        <translation>Volver a llamar · {count}</translation>
    </message>
    <message>
        <source>at</source>
        <translation>a las</translation>
    </message>
    <message>
        <source>At another desk · {count} · skipped</source>
        <translation>En otro puesto · {count} · se saltan</translation>
    </message>
    <message>
        <source>Failed {time}</source>
        <translation>Falló {time}</translation>
    </message>
    <message>
        <source>Carrier {time}</source>
        <translation>Transportadora {time}</translation>
    </message>
    <message>
        <source>assigned to {who}</source>
        <translation>a cargo de {who}</translation>
    </message>
    <message>
        <source>{who} · since {time}</source>
        <translation>{who} · desde {time}</translation>
    </message>
</context>
<context>
    <name>CallPage</name>
    <message>
        <source>Calls</source>
        <translation>Llamadas</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Assigned to</source>
        <translation>A cargo</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>Sin asignar</translation>
    </message>
    <message>
        <source>1–9: outcome · 0: call again · → skips · F2: note · Ctrl+Z: undo</source>
        <translation>1–9: resultado · 0: volver a llamar · → salta · F2: nota · Ctrl+Z: deshacer</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Anterior</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Saltar</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Volver</translation>
    </message>
    <message>
        <source>Reasons and messages…</source>
        <translation>Motivos y mensajes…</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Destinatario</translation>
    </message>
    <message>
        <source>Outcome of the call</source>
        <translation>Resultado de la llamada</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Cola</translation>
    </message>
    <message numerus="yes">
        <source>Of earlier days: %Ln</source>
        <translation>
            <numerusform>De días anteriores: %Ln</numerusform>
            <numerusform>De días anteriores: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Sin cambio</translation>
    </message>
    <message>
        <source>What was said and agreed</source>
        <translation>Lo que dijo y lo acordado</translation>
    </message>
    <message>
        <source>{what}: Ctrl+Enter saves, Esc cancels.</source>
        <translation>{what}: Ctrl+Enter guarda, Esc cancela.</translation>
    </message>
</context>
<context>
    <name>CallSettings</name>
    <message>
        <source>Reasons</source>
        <translation>Motivos</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Agregar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Acknowledges what failed</source>
        <translation>Queda atendida</translation>
    </message>
    <message>
        <source>Stays to attend</source>
        <translation>Sigue por atender</translation>
    </message>
    <message>
        <source>Call again in</source>
        <translation>Volver a llamar en</translation>
    </message>
    <message>
        <source>Message by WhatsApp</source>
        <translation>Mensaje por WhatsApp</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>A call with it</source>
        <translation>Tras la llamada</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo paso</translation>
    </message>
    <message>
        <source>First contact</source>
        <translation>Primer contacto</translation>
    </message>
    <message>
        <source>Filled in for each recipient: {names}</source>
        <translation>Se llenan para cada destinatario: {names}</translation>
    </message>
    <message>
        <source>Not filled in: {unknown}. There are: {names}</source>
        <translation>No se llenan: {unknown}. Hay: {names}</translation>
    </message>
    <message>
        <source>New reason</source>
        <translation>Motivo nuevo</translation>
    </message>
</context>
<context>
    <name>CallWords</name>
    <message numerus="yes">
        <source>%Ln done</source>
        <translation>
            <numerusform>%Ln hecha</numerusform>
            <numerusform>%Ln hechas</numerusform>
        </translation>
    </message>
    <message>
        <source>No failed delivery is left to attend.</source>
        <translation>No queda ninguna entrega fallida por atender.</translation>
    </message>
    <message>
        <source>The next call is promised for {time}; it comes back by then.</source>
        <translation>La próxima llamada se prometió para esta hora: {time}. Volverá a salir entonces.</translation>
    </message>
    <message>
        <source>What stays to attend comes back when you open the calls again.</source>
        <translation>Lo que sigue por atender vuelve a salir cuando abra otra vez las llamadas.</translation>
    </message>
    <message>
        <source>Nobody is left to call</source>
        <translation>No queda nadie por llamar</translation>
    </message>
    <message>
        <source>no shipment</source>
        <translation>sin envío</translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln pieza</numerusform>
            <numerusform>%Ln piezas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to call now</source>
        <translation>
            <numerusform>%Ln persona por llamar ahora</numerusform>
            <numerusform>%Ln personas por llamar ahora</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln envío</numerusform>
            <numerusform>%Ln envíos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to call again</source>
        <translation>
            <numerusform>%Ln para volver a llamar</numerusform>
            <numerusform>%Ln para volver a llamar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln at another desk</source>
        <translation>
            <numerusform>%Ln en otro puesto</numerusform>
            <numerusform>%Ln en otro puesto</numerusform>
        </translation>
    </message>
    <message>
        <source>Those of earlier days are listed once you tick them above.</source>
        <translation>Los de días anteriores aparecen cuando los marque arriba.</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Conductor</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>Remitente</translation>
    </message>
    <message>
        <source>Declared value</source>
        <translation>Valor declarado</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Contenido</translation>
    </message>
    <message>
        <source>{time}, says the carrier</source>
        <translation>{time}, según la transportadora</translation>
    </message>
    <message>
        <source>{distance} from the address</source>
        <translation>a {distance} de la dirección</translation>
    </message>
    <message>
        <source>{time} on site</source>
        <translation>{time} en el sitio</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falló</translation>
    </message>
    <message>
        <source>last visit {time}</source>
        <translation>última visita {time}</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Intentos</translation>
    </message>
    <message>
        <source>Promised: {day}</source>
        <translation>Promesa: {day}</translation>
    </message>
    <message>
        <source>called {time}</source>
        <translation>llamada {time}</translation>
    </message>
    <message>
        <source>call again {time}</source>
        <translation>volver a llamar {time}</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>alguien</translation>
    </message>
    <message>
        <source>{number}: acknowledged meanwhile by {who}, {time}</source>
        <translation>{number}: mientras tanto lo atendió {who}, {time}</translation>
    </message>
    <message>
        <source>no longer listed</source>
        <translation>ya no figura</translation>
    </message>
    <message>
        <source>{number}: meanwhile {status}</source>
        <translation>{number}: mientras tanto pasó a {status}</translation>
    </message>
</context>
<context>
    <name>Care</name>
    <message>
        <source>The data could not be checked. Despacho tries again in an hour. {reason}</source>
        <translation>No se pudieron revisar los datos. Se intentará de nuevo en una hora. {reason}</translation>
    </message>
    <message>
        <source>Old days could not be removed. Despacho tries again in an hour. {reason}</source>
        <translation>No se pudieron borrar los días antiguos. Se intentará de nuevo en una hora. {reason}</translation>
    </message>
    <message>
        <source>What was removed could not be erased from the disk. Despacho tries again in an hour. {reason}</source>
        <translation>Lo borrado no se pudo eliminar del disco. Se intentará de nuevo en una hora. {reason}</translation>
    </message>
    <message>
        <source>The data could not be copied. Despacho tries again in an hour. {reason}</source>
        <translation>No se pudo hacer la copia de los datos. Se intentará de nuevo en una hora. {reason}</translation>
    </message>
</context>
<context>
    <name>CarrierField</name>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Carrier code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>All ({count})</source>
        <translation>Todas ({count})</translation>
    </message>
    <message>
        <source>{shown} of {all}</source>
        <translation>{shown} de {all}</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
</context>
<context>
    <name>CarrierSettings</name>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Usuario</translation>
    </message>
    <message>
        <source>Press Enter, and the connection is tested.</source>
        <translation>Oprima Enter y se prueba la conexión.</translation>
    </message>
</context>
<context>
    <name>CarriersSettings</name>
    <message>
        <source>The codes with which this desk works, in the order in which they are offered. While there is none, they are those that were loaded in the last 30 days.</source>
        <translation>Los códigos con los que trabaja este puesto, en el orden en que se ofrecen. Mientras no haya ninguno, son los que se cargaron en los últimos 30 días.</translation>
    </message>
</context>
<context>
    <name>Cell</name>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>today</source>
        <translation>hoy</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>mañana</translation>
    </message>
    <message>
        <source>{time} on {day}</source>
        <translation>{time} del {day}</translation>
    </message>
</context>
<context>
    <name>City</name>
    <message>
        <source>Asunción</source>
        <translation>Asunción</translation>
    </message>
    <message>
        <source>Bogotá</source>
        <translation>Bogotá</translation>
    </message>
    <message>
        <source>Cancún</source>
        <translation>Cancún</translation>
    </message>
    <message>
        <source>Mexico City</source>
        <translation>Ciudad de México</translation>
    </message>
    <message>
        <source>Panamá</source>
        <translation>Panamá</translation>
    </message>
    <message>
        <source>São Paulo</source>
        <translation>São Paulo</translation>
    </message>
</context>
<context>
    <name>Cli</name>
    <message>
        <source>The dispatcher&apos;s desk: a carrier&apos;s manifests in one local file. Without a command it opens the window.</source>
        <translation>El programa del despachador: las planillas de una transportadora en un archivo local. Sin comando, abre la ventana.</translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 a bug, 2 usage, 3 no manifest that day, 4 credentials, 5 carrier, 6 store, 7 port.</source>
        <translation>Códigos de salida: 0 hecho, 1 error del programa, 2 uso, 3 sin planilla ese día, 4 credenciales, 5 transportadora, 6 copia local, 7 puerto.</translation>
    </message>
    <message>
        <source>show the version and exit</source>
        <translation>muestra la versión y termina</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>comandos</translation>
    </message>
    <message>
        <source>COMMAND</source>
        <translation>COMANDO</translation>
    </message>
    <message>
        <source>Receive notifications without a window.</source>
        <translation>Recibir los avisos, sin ventana.</translation>
    </message>
    <message>
        <source>Save, look up or remove a credential in the keyring.</source>
        <translation>Guardar, consultar o eliminar una credencial en el llavero del sistema.</translation>
    </message>
    <message>
        <source>Show or change the settings.</source>
        <translation>Mostrar o cambiar los ajustes.</translation>
    </message>
    <message>
        <source>Run the demo carrier as a process of its own.</source>
        <translation>Ejecutar la transportadora de demostración como un proceso aparte.</translation>
    </message>
    <message>
        <source>Open the window with the demo carrier and its own data.</source>
        <translation>Abrir la ventana con la transportadora de demostración y datos propios.</translation>
    </message>
    <message>
        <source>Check the installation, and say how to correct what is wrong.</source>
        <translation>Revisar la instalación y decir cómo corregir lo que esté mal.</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>imprime un objeto JSON</translation>
    </message>
    <message>
        <source>“{value}” is not a folder</source>
        <translation>«{value}» no es una carpeta</translation>
    </message>
    <message>
        <source>DIR</source>
        <translation>CARPETA</translation>
    </message>
    <message>
        <source>the data folder (or DESPACHO_DATA_DIR; else the platform&apos;s own)</source>
        <translation>la carpeta de datos (o DESPACHO_DATA_DIR; si no, la propia del sistema)</translation>
    </message>
    <message>
        <source>Write a table of the saved days, or a whole day, without asking a server.</source>
        <translation>Escribir una tabla de los días guardados, o un día entero, sin consultar ningún servidor.</translation>
    </message>
    <message>
        <source>TABLE</source>
        <translation>TABLA</translation>
    </message>
    <message>
        <source>only this carrier (default: all)</source>
        <translation>solo esta transportadora (si no, todas)</translation>
    </message>
    <message>
        <source>“{value}” is not a file</source>
        <translation>«{value}» no es un archivo</translation>
    </message>
    <message>
        <source>FILE</source>
        <translation>ARCHIVO</translation>
    </message>
    <message>
        <source>default: standard output</source>
        <translation>si falta, la salida estándar</translation>
    </message>
    <message>
        <source>titles in your language, or the names of the API (csv, xlsx)</source>
        <translation>títulos en su idioma, o los nombres que usa la API (csv, xlsx)</translation>
    </message>
    <message>
        <source>separator of csv; auto: the one that this computer&apos;s spreadsheets expect</source>
        <translation>separador del csv; auto: el que esperan las hojas de cálculo de este computador</translation>
    </message>
    <message>
        <source>port to listen on (default: the setting receiver_port, else 8750); 0: a free one</source>
        <translation>puerto en el que escucha (si no, el ajuste receiver_port u 8750); 0: uno libre</translation>
    </message>
    <message>
        <source>“{value}” is not a path: it begins with / and has no spaces, ? or #</source>
        <translation>«{value}» no es la ruta de una URL: empieza por /, sin espacios, ni ? ni #</translation>
    </message>
    <message>
        <source>PATH</source>
        <translation>RUTA</translation>
    </message>
    <message>
        <source>path of the URL (default: the setting receiver_path, else /visitas)</source>
        <translation>ruta de la URL (si no, el ajuste receiver_path o /visitas)</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>NOMBRE</translation>
    </message>
    <message>
        <source>KEY</source>
        <translation>CLAVE</translation>
    </message>
    <message>
        <source>VALUE</source>
        <translation>VALOR</translation>
    </message>
    <message>
        <source>empty: back to the default</source>
        <translation>vacío: vuelve al valor inicial</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>acciones</translation>
    </message>
    <message>
        <source>ACTION</source>
        <translation>ACCIÓN</translation>
    </message>
    <message>
        <source>ask for a credential without showing it (or read standard input), and save it</source>
        <translation>pedir una credencial sin mostrarla (o leer la entrada estándar) y guardarla</translation>
    </message>
    <message>
        <source>remove a credential</source>
        <translation>eliminar una credencial</translation>
    </message>
    <message>
        <source>show which credentials are set, never their values</source>
        <translation>mostrar qué credenciales hay, nunca sus valores</translation>
    </message>
    <message>
        <source>show the settings in force</source>
        <translation>mostrar los ajustes vigentes</translation>
    </message>
    <message>
        <source>change a setting</source>
        <translation>cambiar un ajuste</translation>
    </message>
    <message>
        <source>“{value}” is not a port: a whole number from 0 to 65535</source>
        <translation>«{value}» no es un puerto: un número entero de 0 a 65535</translation>
    </message>
    <message>
        <source>port to listen on (8760); 0: a free one</source>
        <translation>puerto en el que escucha (8760); 0: uno libre</translation>
    </message>
    <message>
        <source>another seed gives other people and parcels</source>
        <translation>otra semilla da otras personas y otros envíos</translation>
    </message>
    <message>
        <source>write a picture of the window (PNG)</source>
        <translation>guarda una imagen de la ventana (PNG)</translation>
    </message>
    <message>
        <source>“{value}” is not a number of seconds: 0 to 86400</source>
        <translation>«{value}» no es un número de segundos: de 0 a 86400</translation>
    </message>
    <message>
        <source>SECONDS</source>
        <translation>SEGUNDOS</translation>
    </message>
    <message>
        <source>close the window after this time</source>
        <translation>cierra la ventana después de ese tiempo</translation>
    </message>
    <message>
        <source>shipments of a day (400)</source>
        <translation>envíos por día (400)</translation>
    </message>
    <message>
        <source>“{value}” is not a number</source>
        <translation>«{value}» no es un número</translation>
    </message>
    <message>
        <source>visits closed per minute (30)</source>
        <translation>visitas que se cierran por minuto (30)</translation>
    </message>
    <message>
        <source>“{value}” is not a carrier code</source>
        <translation>«{value}» no es un código de transportadora</translation>
    </message>
    <message>
        <source>CODE</source>
        <translation>CÓDIGO</translation>
    </message>
    <message>
        <source>“{value}” is not a date such as 2026-11-20</source>
        <translation>«{value}» no es una fecha como 2026-11-20</translation>
    </message>
    <message>
        <source>the day (default: today at the site)</source>
        <translation>el día (si no, el de hoy en la sede)</translation>
    </message>
    <message>
        <source>“{value}” is not a whole number</source>
        <translation>«{value}» no es un número entero</translation>
    </message>
    <message>
        <source>But {variable} is set in the environment, and takes precedence.</source>
        <translation>Pero {variable} está definida en el entorno y tiene prioridad.</translation>
    </message>
    <message>
        <source>“{table}” has nothing of {date} in {folder}.</source>
        <translation>«{table}» no tiene nada del {date} en {folder}.</translation>
    </message>
    <message>
        <source>{carrier} {date}: manifests {manifests}, shipments {shipments}, new {new}, changed {changed}, gone {gone}</source>
        <translation>{carrier} {date}: planillas {manifests}, envíos {shipments}, nuevos {new}, con cambios {changed}, ya no figuran {gone}</translation>
    </message>
    <message>
        <source>Not readable: {number} in manifest {manifest}: {reason}</source>
        <translation>No se pudo leer: {number} en la planilla {manifest}: {reason}</translation>
    </message>
    <message>
        <source>{name} was saved in the keyring.</source>
        <translation>{name} quedó en el llavero del sistema.</translation>
    </message>
    <message>
        <source>the data folder with the settings to use; the demo&apos;s own data is separate, and removed when it ends</source>
        <translation>la carpeta de datos con los ajustes que se usan; los datos de la demostración van aparte y se borran al terminar</translation>
    </message>
    <message>
        <source>Load and save a day of one carrier, or of several.</source>
        <translation>Cargar y guardar el día de una transportadora o de varias.</translation>
    </message>
    <message>
        <source>Save the follow-up of a shipment, as the window does.</source>
        <translation>Guardar el seguimiento de un envío, como en la ventana.</translation>
    </message>
    <message>
        <source>Share facts with the other desks until all are up to date, then end.</source>
        <translation>Compartir con los demás puestos hasta que todos estén al día, y terminar.</translation>
    </message>
    <message>
        <source>Rebuild all rows from the saved data; nothing is lost if it is interrupted.</source>
        <translation>Reconstruir todas las filas con los datos guardados; si se interrumpe, no se pierde nada.</translation>
    </message>
    <message>
        <source>a carrier&apos;s code; may be given several times, or all: the desk&apos;s carriers</source>
        <translation>el código de una transportadora; puede darse varias veces, o all: las transportadoras de este puesto</translation>
    </message>
    <message>
        <source>default: by the file&apos;s extension, else csv; a day is always xlsx</source>
        <translation>si no, según la extensión del archivo; si no, csv; un día siempre es xlsx</translation>
    </message>
    <message>
        <source>with the addresses of identity photos; otherwise only “visits” has them</source>
        <translation>con las direcciones de las fotos del documento; si no, solo «visits» las tiene</translation>
    </message>
    <message>
        <source>“{value}” is not a shipment number</source>
        <translation>«{value}» no es un número de envío</translation>
    </message>
    <message>
        <source>NUMBER</source>
        <translation>NÚMERO</translation>
    </message>
    <message>
        <source>the shipment&apos;s number, as the carrier lists it</source>
        <translation>el número del envío, como lo lista la transportadora</translation>
    </message>
    <message>
        <source>the shipment&apos;s carrier (if several list the number)</source>
        <translation>la transportadora del envío (si varias listan el número)</translation>
    </message>
    <message>
        <source>a note has at most 2,000 characters</source>
        <translation>una nota tiene como máximo 2.000 caracteres</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>TEXTO</translation>
    </message>
    <message>
        <source>replaces the saved note; empty: removes it</source>
        <translation>reemplaza la nota guardada; vacía, la quita</translation>
    </message>
    <message>
        <source>the recipient was called</source>
        <translation>se llamó al destinatario</translation>
    </message>
    <message>
        <source>the failure is acknowledged</source>
        <translation>la entrega fallida queda marcada como atendida</translation>
    </message>
    <message>
        <source>the person who has the case; empty: nobody</source>
        <translation>la persona a cargo del caso; vacío: nadie</translation>
    </message>
    <message>
        <source>who saves it (default: the system&apos;s user)</source>
        <translation>quién lo guarda (si no, el usuario del sistema)</translation>
    </message>
    <message>
        <source>address to listen on, without encryption (default: the setting receiver_host, else 127.0.0.1)</source>
        <translation>dirección en la que escucha, sin cifrado (si no, el ajuste receiver_host o 127.0.0.1)</translation>
    </message>
    <message>
        <source>require the setting relay_url, and share what is received</source>
        <translation>exigir el ajuste relay_url y compartir lo que se recibe</translation>
    </message>
    <message>
        <source>answer 200 only when the relay has stored the notification, too</source>
        <translation>responder 200 solo cuando el relevo también guardó el aviso</translation>
    </message>
    <message>
        <source>how long it may take (30)</source>
        <translation>cuánto puede tardar (30)</translation>
    </message>
    <message>
        <source>publish all facts of this folder again</source>
        <translation>publicar otra vez todo lo de esta carpeta</translation>
    </message>
    <message>
        <source>the receiver to notify when visits close</source>
        <translation>el receptor al que se avisa cuando se cierran visitas</translation>
    </message>
    <message>
        <source>TOKEN</source>
        <translation>TOKEN</translation>
    </message>
    <message>
        <source>the receiver&apos;s token (or DESPACHO_RECEIVER_TOKEN, which no process list shows)</source>
        <translation>el token del receptor (o DESPACHO_RECEIVER_TOKEN, que no aparece en ninguna lista de procesos)</translation>
    </message>
    <message>
        <source>notify of this carrier&apos;s visits of today, even before its day is requested</source>
        <translation>avisa de las visitas de hoy de esta transportadora aunque el día no se haya consultado</translation>
    </message>
    <message>
        <source>{name} was not saved: what came by standard input is no UTF-8. Enter it without a pipe.</source>
        <translation>{name} no se guardó: lo que llegó por la entrada estándar no es UTF-8. Escríbalo sin tubería.</translation>
    </message>
    <message>
        <source>Nothing of {date} is in the data folder {folder}. To load it: {command}</source>
        <translation>La carpeta de datos {folder} no tiene nada del {date}. Para cargarlo: {command}</translation>
    </message>
    <message>
        <source>Nothing of carrier {carrier} on {date} is in the data folder {folder}. To load it: {command}</source>
        <translation>La carpeta de datos {folder} no tiene nada de la transportadora {carrier} del {date}. Para cargarlo: {command}</translation>
    </message>
    <message numerus="yes">
        <source>The carrier lists nothing for this day; its %Ln shipment(s) stay(s) as before.</source>
        <translation>
            <numerusform>La transportadora no lista nada para este día; su %Ln envío queda como estaba.</numerusform>
            <numerusform>La transportadora no lista nada para este día; sus %Ln envíos quedan como estaban.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The carrier lists nothing for this day any more: its %Ln shipment(s) is/are marked as gone.</source>
        <translation>
            <numerusform>La transportadora ya no lista nada para este día: su %Ln envío queda marcado como «Ya no figura».</numerusform>
            <numerusform>La transportadora ya no lista nada para este día: sus %Ln envíos quedan marcados como «Ya no figura».</numerusform>
        </translation>
    </message>
    <message>
        <source>No shipment {number} of {date} is in the data folder {folder}. To load the day: {command}</source>
        <translation>La carpeta de datos {folder} no tiene ningún envío {number} del {date}. Para cargar el día: {command}</translation>
    </message>
    <message>
        <source>{source} sent {count} requests without the right token since {time}. Nothing of them was kept. If the provider sent them, its token is not the one that is set here.</source>
        <translation>{source} envió {count} solicitudes sin el token correcto desde {time}. No se guardó nada de ellas. Si las envió el proveedor, su token no es el que está definido aquí.</translation>
    </message>
    <message>
        <source>Notifications come to {path} instead of {own}. They are kept. Have the provider correct the address, or receive there: despacho settings set receiver_path {path}</source>
        <translation>Los avisos llegan a {path} en vez de {own}. Se guardan. Pida al proveedor que corrija la dirección, o reciba allí: despacho settings set receiver_path {path}</translation>
    </message>
    <message>
        <source>Published: {published}. New from other desks: {applied}.</source>
        <translation>Publicado: {published}. Nuevo de otros puestos: {applied}.</translation>
    </message>
    <message>
        <source>Not everything could be shared within {seconds} seconds. What is left is shared the next time.</source>
        <translation>No todo se pudo compartir en {seconds} segundos. Lo que falta se comparte la próxima vez.</translation>
    </message>
    <message>
        <source>{text} Run: {command}</source>
        <translation>{text} Ejecute: {command}</translation>
    </message>
    <message>
        <source>{name} was saved in the keyring. It is sent to {origin} only.</source>
        <translation>{name} quedó en el llavero del sistema. Solo se envía a {origin}.</translation>
    </message>
    <message>
        <source>A report of the error is in {path}.</source>
        <translation>El informe del error está en {path}.</translation>
    </message>
    <message>
        <source>{name} was removed.</source>
        <translation>Se eliminó {name}.</translation>
    </message>
    <message>
        <source>{name} was not set.</source>
        <translation>No había {name}.</translation>
    </message>
    <message>
        <source>The setting was saved, but {where} takes precedence.</source>
        <translation>El ajuste se guardó, pero {where} tiene prioridad.</translation>
    </message>
    <message>
        <source>{path} names {key}, which is no setting of this version.</source>
        <translation>{path} nombra {key}, que no es un ajuste de esta versión.</translation>
    </message>
    <message>
        <source>Did you mean {known}?</source>
        <translation>¿Quiso decir {known}?</translation>
    </message>
    <message>
        <source>Saved for shipment {number} of {carrier} on {date}.</source>
        <translation>Guardado para el envío {number} de {carrier} del {date}.</translation>
    </message>
    <message>
        <source>why it failed: {names}, or the name of a reason of the site</source>
        <translation>por qué falló: {names}, o el nombre de un motivo de la sede</translation>
    </message>
    <message>
        <source>“{value}” is no reason</source>
        <translation>«{value}» no es un motivo</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>MOTIVO</translation>
    </message>
    <message>
        <source>what to do next: {names}</source>
        <translation>qué sigue: {names}</translation>
    </message>
    <message>
        <source>“{value}” is not a name of one line and at most 200 characters</source>
        <translation>«{value}» no es un nombre de una línea y de 200 caracteres a lo sumo</translation>
    </message>
    <message>
        <source>missing: {names}</source>
        <translation>falta: {names}</translation>
    </message>
    <message>
        <source>unknown: {names}</source>
        <translation>desconocido: {names}</translation>
    </message>
    <message>
        <source>{name} needs a value</source>
        <translation>{name} necesita un valor</translation>
    </message>
    <message>
        <source>{name} takes no value, but {value} was given</source>
        <translation>{name} no lleva valor, y se escribió {value}</translation>
    </message>
    <message>
        <source>{name} cannot be {value}. It is one of: {choices}</source>
        <translation>{name} no puede ser {value}. Es uno de: {choices}</translation>
    </message>
    <message>
        <source>usage:</source>
        <translation>uso:</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>argumentos</translation>
    </message>
    <message>
        <source>options</source>
        <translation>opciones</translation>
    </message>
    <message>
        <source>show this help and exit</source>
        <translation>muestra esta ayuda y termina</translation>
    </message>
    <message>
        <source>There is no data in {folder} yet.</source>
        <translation>Todavía no hay datos en {folder}.</translation>
    </message>
    <message>
        <source>Rebuilt {done} of {total} days and visits.</source>
        <translation>Reconstruidos {done} de {total} días y visitas.</translation>
    </message>
    <message>
        <source>All rows were rebuilt from the saved data.</source>
        <translation>Se reconstruyeron todas las filas con los datos guardados.</translation>
    </message>
    <message>
        <source>{carrier} {date} could not be loaded again; Despacho will try again later. {reason}</source>
        <translation>No se pudo cargar de nuevo {carrier} {date}; Despacho lo intentará más tarde. {reason}</translation>
    </message>
    <message>
        <source>Receiving.</source>
        <translation>Recibiendo.</translation>
    </message>
    <message>
        <source>Notifications may be missing from {since} to {until}: {cause}.</source>
        <translation>Pueden faltar avisos desde {since} hasta {until}: {cause}.</translation>
    </message>
    <message>
        <source>Receiving. Ctrl+C ends it.</source>
        <translation>Recibiendo. Ctrl+C lo detiene.</translation>
    </message>
    <message>
        <source>Loaded {carrier} {date} again.</source>
        <translation>Se cargó de nuevo {carrier} {date}.</translation>
    </message>
    <message>
        <source>The demo carrier is running. It accepts any UUID as token and any user; Ctrl+C ends it.</source>
        <translation>La transportadora de demostración está en marcha. Acepta cualquier UUID como token y cualquier usuario; Ctrl+C la detiene.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Detenido.</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>sin número</translation>
    </message>
    <message>
        <source>Notifications: {delivered} delivered, {refused} refused, {abandoned} given up, {unfinished} cut off at the end; {retried} retries.</source>
        <translation>Avisos: entregados {delivered}, rechazados {refused}, abandonados {abandoned}, cortados al final {unfinished}; reintentos {retried}.</translation>
    </message>
    <message>
        <source>{option} needs --notify URL: without it nothing is sent.</source>
        <translation>{option} necesita --notify URL: sin ella no se envía nada.</translation>
    </message>
    <message>
        <source>--notify needs the receiver&apos;s token: --token T, or {variable} in the environment.</source>
        <translation>--notify necesita el token del receptor: --token T, o {variable} en el entorno.</translation>
    </message>
    <message>
        <source>There is no display: the demo runs without showing its window.</source>
        <translation>No hay pantalla: la demostración se ejecuta sin mostrar su ventana.</translation>
    </message>
    <message>
        <source>Another window of Despacho has this data open and does not answer. This window works; close the other one if it does not recover.</source>
        <translation>Otra ventana de Despacho tiene abiertos estos datos y no responde. Esta funciona; cierre la otra si no se recupera.</translation>
    </message>
</context>
<context>
    <name>ClosingDialog</name>
    <message>
        <source>Close Despacho</source>
        <translation>Cerrar Despacho</translation>
    </message>
    <message>
        <source>Do not ask again</source>
        <translation>No volver a preguntar</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>No cerrar</translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation>Seguir en segundo plano</translation>
    </message>
    <message>
        <source>In the background it goes on receiving, with its icon in the system&apos;s tray.</source>
        <translation>En segundo plano sigue recibiendo, con su icono en la bandeja del sistema.</translation>
    </message>
    <message>
        <source>This desktop has no tray, so Despacho cannot go on in the background.</source>
        <translation>Este escritorio no tiene bandeja del sistema, así que Despacho no puede seguir en segundo plano.</translation>
    </message>
    <message>
        <source>If you close it, visits closed meanwhile are not heard; the desk will say so, and load the day again.</source>
        <translation>Si lo cierra, no se recibe el aviso de las visitas que se cierren mientras tanto; al abrirlo, Despacho lo dirá y volverá a cargar el día.</translation>
    </message>
    <message>
        <source>Despacho is receiving notifications</source>
        <translation>Despacho está recibiendo avisos</translation>
    </message>
    <message>
        <source>The choice is under “This program” in the settings.</source>
        <translation>Esto se elige también en Ajustes, en «Este programa».</translation>
    </message>
</context>
<context>
    <name>CodesField</name>
    <message>
        <source>Code, as the carrier writes it</source>
        <translation>Código, como lo escribe la transportadora</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Agregar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Code to add</source>
        <translation>Código por agregar</translation>
    </message>
    <message>
        <source>{code} is in the list already.</source>
        <translation>{code} ya está en la lista.</translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Llamada</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo paso</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Atendido</translation>
    </message>
    <message>
        <source>Acknowledged by</source>
        <translation>Atendido por</translation>
    </message>
    <message>
        <source>Call again at</source>
        <translation>Volver a llamar</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Planilla</translation>
    </message>
    <message>
        <source>Manifest status</source>
        <translation>Estado de planilla</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Manifest created</source>
        <translation>Planilla creada</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>External number</source>
        <translation>Número externo</translation>
    </message>
    <message>
        <source>Carrier&apos;s status id</source>
        <translation>Id. de estado</translation>
    </message>
    <message>
        <source>Carrier&apos;s status</source>
        <translation>Estado transportadora</translation>
    </message>
    <message>
        <source>Locality code</source>
        <translation>Código de localidad</translation>
    </message>
    <message>
        <source>Locality</source>
        <translation>Localidad</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>Remitente</translation>
    </message>
    <message>
        <source>Sender&apos;s document type</source>
        <translation>Tipo doc. remitente</translation>
    </message>
    <message>
        <source>Sender&apos;s document</source>
        <translation>Doc. remitente</translation>
    </message>
    <message>
        <source>Sender&apos;s phone</source>
        <translation>Tel. remitente</translation>
    </message>
    <message>
        <source>Sender&apos;s address</source>
        <translation>Dir. remitente</translation>
    </message>
    <message>
        <source>Sender&apos;s e-mail</source>
        <translation>Correo remitente</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Destinatario</translation>
    </message>
    <message>
        <source>Document type</source>
        <translation>Tipo doc.</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Documento</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>Teléfono</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>Correo</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Proveedor</translation>
    </message>
    <message>
        <source>Promised</source>
        <translation>Promesa</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Pedido</translation>
    </message>
    <message>
        <source>Seller</source>
        <translation>Vendedor</translation>
    </message>
    <message>
        <source>Parcel number</source>
        <translation>N.º de paquete</translation>
    </message>
    <message>
        <source>Parcel id</source>
        <translation>Id. de paquete</translation>
    </message>
    <message>
        <source>SKUs</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Alto</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Largo</translation>
    </message>
    <message>
        <source>Complement</source>
        <translation>Complemento</translation>
    </message>
    <message>
        <source>Sender&apos;s complement</source>
        <translation>Compl. remitente</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>Entrega</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Piezas</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Contenido</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>Registrado</translation>
    </message>
    <message>
        <source>Purchase order</source>
        <translation>Orden de compra</translation>
    </message>
    <message>
        <source>District</source>
        <translation>Distrito</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Origen</translation>
    </message>
    <message>
        <source>Delivery id</source>
        <translation>Código de entrega</translation>
    </message>
    <message>
        <source>Product code</source>
        <translation>Código del producto</translation>
    </message>
    <message>
        <source>Weight that counts</source>
        <translation>Peso liquidado</translation>
    </message>
    <message>
        <source>Volumetric weight</source>
        <translation>Peso volumétrico</translation>
    </message>
    <message>
        <source>Assigned to</source>
        <translation>A cargo</translation>
    </message>
    <message>
        <source>Carr.</source>
        <translation>Transp.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>Difiere</translation>
    </message>
    <message>
        <source>Still listed</source>
        <translation>Aún figura</translation>
    </message>
    <message>
        <source>Visit</source>
        <translation>Visita</translation>
    </message>
    <message>
        <source>Visit&apos;s status</source>
        <translation>Estado de visita</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Señales</translation>
    </message>
    <message>
        <source>Outcome of the day</source>
        <translation>Estado del día</translation>
    </message>
    <message>
        <source>In the figures</source>
        <translation>En las cifras</translation>
    </message>
    <message>
        <source>Age (days)</source>
        <translation>Antigüedad (días)</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Creada</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avance</translation>
    </message>
    <message>
        <source>Shipments</source>
        <translation>Envíos</translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Entregados</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
    <message>
        <source>Declared value</source>
        <translation>Valor declarado</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referencia</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>Status before</source>
        <translation>Estado anterior</translation>
    </message>
    <message>
        <source>Tracking numbers</source>
        <translation>N.º de seguimiento</translation>
    </message>
    <message>
        <source>Driver id</source>
        <translation>N.º de conductor</translation>
    </message>
    <message>
        <source>Failed at</source>
        <translation>Falló</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Conductor</translation>
    </message>
    <message>
        <source>Route id</source>
        <translation>Id. de ruta</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>Ruta</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallidos</translation>
    </message>
    <message>
        <source>Latitude</source>
        <translation>Latitud</translation>
    </message>
    <message>
        <source>Longitude</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Check-in</source>
        <translation>Check-in</translation>
    </message>
    <message>
        <source>Check-in latitude</source>
        <translation>Latitud check-in</translation>
    </message>
    <message>
        <source>Check-in longitude</source>
        <translation>Longitud check-in</translation>
    </message>
    <message>
        <source>Check-out</source>
        <translation>Check-out</translation>
    </message>
    <message>
        <source>Check-out latitude</source>
        <translation>Latitud check-out</translation>
    </message>
    <message>
        <source>Check-out longitude</source>
        <translation>Longitud check-out</translation>
    </message>
    <message>
        <source>Photo of the document</source>
        <translation>Foto del documento</translation>
    </message>
    <message>
        <source>Photo of the delivery</source>
        <translation>Foto de la entrega</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Cerrada</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Recibido</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Distancia</translation>
    </message>
    <message>
        <source>Dwell time</source>
        <translation>Tiempo en el sitio</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>Hora</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Evento</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Repetidos</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>As sent</source>
        <translation>Tal como llegó</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Causa</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Ejemplo</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Última vez</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Veces</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>Saved by</source>
        <translation>Guardado por</translation>
    </message>
</context>
<context>
    <name>ColumnChooser</name>
    <message>
        <source>Find a column…</source>
        <translation>Buscar una columna…</translation>
    </message>
    <message>
        <source>Find a column</source>
        <translation>Buscar una columna</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
    <message>
        <source>No column matches.</source>
        <translation>Ninguna columna coincide.</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Restablecer columnas</translation>
    </message>
</context>
<context>
    <name>ColumnsHeader</name>
    <message>
        <source>Sort by {column}</source>
        <translation>Ordenar por {column}</translation>
    </message>
    <message>
        <source>Sort also by {column}</source>
        <translation>Ordenar también por {column}</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>Ajustar ancho</translation>
    </message>
    <message>
        <source>Hide {column}</source>
        <translation>Ocultar {column}</translation>
    </message>
    <message>
        <source>Filter by {column}…</source>
        <translation>Filtrar por {column}…</translation>
    </message>
    <message>
        <source>Choose columns…</source>
        <translation>Elegir columnas…</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Restablecer columnas</translation>
    </message>
</context>
<context>
    <name>Connection</name>
    <message>
        <source>The connection works: the carrier accepts the credentials and sends manifests.</source>
        <translation>La conexión funciona: la transportadora acepta las credenciales y envía planillas.</translation>
    </message>
    <message>
        <source>The connection works: the carrier answered. It has no manifest for carrier {carrier} on {date}; where there should be one, check the carrier code and the address.</source>
        <translation>La conexión funciona: la transportadora respondió. No tiene planilla para el código {carrier} en la fecha {date}; si debería haber una, revise el código de la transportadora y la dirección.</translation>
    </message>
    <message>
        <source>The connection works: the carrier sends manifests, and refuses a wrong token.</source>
        <translation>La conexión funciona: la transportadora envía planillas y rechaza un token equivocado.</translation>
    </message>
    <message>
        <source>The carrier accepts the token and refuses a wrong one, but has no manifest for carrier {carrier} on {date}. That is so on a day without deliveries; where there should be one, check the carrier code and the address.</source>
        <translation>La transportadora acepta el token y rechaza uno equivocado, pero no tiene planilla de {carrier} para el {date}. Es lo normal en un día sin entregas; si debería haber una, revise el código de la transportadora y la dirección.</translation>
    </message>
    <message>
        <source>The address answers, but may not be the carrier&apos;s service: it finds nothing for carrier {carrier} on {date}, and does not refuse a wrong token. Check the address and the carrier code.</source>
        <translation>La dirección responde, pero puede no ser el servicio de la transportadora: no encuentra nada de {carrier} para el {date}, y no rechaza un token equivocado. Revise la dirección y el código de la transportadora.</translation>
    </message>
    <message>
        <source>The address sends manifests, but to a wrong token as well, so nothing shows that yours is right. Ask the carrier whether this is the address of its service.</source>
        <translation>La dirección envía planillas, pero también con un token equivocado, así que nada muestra que el suyo sea el correcto. Pregunte a la transportadora si esta es la dirección de su servicio.</translation>
    </message>
    <message>
        <source>The address answers, but whether it refuses a wrong token could not be found out, and that is tried only once. Load a day to see whether the connection works.</source>
        <translation>La dirección responde, pero no se pudo averiguar si rechaza un token equivocado, y eso se intenta una sola vez. Cargue un día para ver si la conexión funciona.</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>Test connection</source>
        <translation>Probar conexión</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Consultando…</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>La prueba se canceló.</translation>
    </message>
    <message>
        <source>The carrier answers, and does not accept this: see the marked field.</source>
        <translation>La transportadora responde, y no acepta esto: vea el campo marcado.</translation>
    </message>
    <message>
        <source>Not connected: see the marked field.</source>
        <translation>Sin conexión: vea el campo marcado.</translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message>
        <source>A web page or another program answers at this address, not the carrier&apos;s service. Check the address; in a guest network, sign in in the browser first.</source>
        <translation>En esta dirección responde una página web u otro programa, no el servicio de la transportadora. Revise la dirección; en una red de invitados, inicie sesión primero en el navegador.</translation>
    </message>
    <message>
        <source>The carrier does not accept this token with this user. Compare both with what the carrier gave you; if they are right, ask the carrier for new ones.</source>
        <translation>La transportadora no acepta este token con este usuario. Compárelos con los que le dio la transportadora; si están bien, pídale otros.</translation>
    </message>
    <message>
        <source>This user may not see this carrier. Check the code, or ask the carrier for it.</source>
        <translation>Este usuario no puede ver esta transportadora. Revise el código, o pídaselo a la transportadora.</translation>
    </message>
    <message>
        <source>The carrier does not know this code. Check how it is written.</source>
        <translation>La transportadora no conoce este código. Revise cómo está escrito.</translation>
    </message>
</context>
<context>
    <name>Contacts</name>
    <message>
        <source>Calling {number}.</source>
        <translation>Llamando al {number}.</translation>
    </message>
    <message>
        <source>No program on this computer makes calls.</source>
        <translation>Este computador no tiene un programa para llamar.</translation>
    </message>
    <message>
        <source>The message to {number} is in WhatsApp: send it there.</source>
        <translation>El mensaje al {number} quedó en WhatsApp: envíelo desde allí.</translation>
    </message>
    <message>
        <source>No browser or WhatsApp could be opened.</source>
        <translation>No se pudo abrir WhatsApp ni un navegador.</translation>
    </message>
    <message>
        <source>The message to {number} is too long for a link. It is copied: paste it in WhatsApp with Ctrl+V.</source>
        <translation>El mensaje al {number} es muy largo para un enlace. Quedó copiado: péguelo en WhatsApp con Ctrl+V.</translation>
    </message>
    <message>
        <source>{number} is on the clipboard.</source>
        <translation>El {number} quedó en el portapapeles.</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copy {what}</source>
        <translation>Copiar {what}</translation>
    </message>
</context>
<context>
    <name>CopyHere</name>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>{text} is on the clipboard.</source>
        <translation>{text} está en el portapapeles.</translation>
    </message>
</context>
<context>
    <name>Country</name>
    <message>
        <source>DANE code</source>
        <translation>Código DANE</translation>
    </message>
    <message>
        <source>Ubigeo</source>
        <translation>Ubigeo</translation>
    </message>
</context>
<context>
    <name>CurrentDetail</name>
    <message>
        <source>Applied: the visit shows it now.</source>
        <translation>Aplicado: la visita ya lo muestra.</translation>
    </message>
    <message>
        <source>It was applied before.</source>
        <translation>Ya se había aplicado.</translation>
    </message>
    <message>
        <source>It still cannot be applied.</source>
        <translation>Todavía no se puede aplicar.</translation>
    </message>
</context>
<context>
    <name>DayLoading</name>
    <message>
        <source>loaded {age}</source>
        <translation>cargado {age}</translation>
    </message>
    <message>
        <source>Loaded {loaded} of {all}</source>
        <translation>Cargadas {loaded} de {all}</translation>
    </message>
    <message>
        <source>failed at {time}</source>
        <translation>falló a {time}</translation>
    </message>
    <message>
        <source>No shipments</source>
        <translation>Sin envíos</translation>
    </message>
    <message>
        <source>new: {count}</source>
        <translation>nuevos: {count}</translation>
    </message>
    <message>
        <source>changed: {count}</source>
        <translation>con cambios: {count}</translation>
    </message>
    <message>
        <source>no longer listed: {count}</source>
        <translation>ya no figuran: {count}</translation>
    </message>
    <message numerus="yes">
        <source>Loaded: %Ln shipment(s)</source>
        <translation>
            <numerusform>Cargado: %Ln envío</numerusform>
            <numerusform>Cargados: %Ln envíos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DayMap</name>
    <message>
        <source>Map</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>No browser could be opened.</source>
        <translation>No se pudo abrir ningún navegador.</translation>
    </message>
</context>
<context>
    <name>DayNotices</name>
    <message>
        <source>Loaded {loaded} of {all}.</source>
        <translation>Cargadas {loaded} de {all}.</translation>
    </message>
</context>
<context>
    <name>DayPage</name>
    <message>
        <source>Call</source>
        <translation>Llamar</translation>
    </message>
    <message>
        <source>To attend</source>
        <translation>Por atender</translation>
    </message>
    <message>
        <source>Will remain out</source>
        <translation>Quedarán en reparto</translation>
    </message>
    <message>
        <source>Remained out</source>
        <translation>Quedaron en reparto</translation>
    </message>
</context>
<context>
    <name>DayTab</name>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
</context>
<context>
    <name>DayWords</name>
    <message numerus="yes">
        <source>%Ln row(s) left out</source>
        <translation>
            <numerusform>%Ln fila sin contar</numerusform>
            <numerusform>%Ln filas sin contar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln outcome(s) seen only by a later load</source>
        <translation>
            <numerusform>%Ln resultado visto solo en una carga posterior</numerusform>
            <numerusform>%Ln resultados vistos solo en una carga posterior</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln counted with two carriers</source>
        <translation>
            <numerusform>%Ln contado en dos transportadoras</numerusform>
            <numerusform>%Ln contados en dos transportadoras</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) moved to another listing and left out</source>
        <translation>
            <numerusform>%Ln fila sin contar, trasladada a otro listado</numerusform>
            <numerusform>%Ln filas sin contar, trasladadas a otro listado</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) delivered on an earlier day and left out</source>
        <translation>
            <numerusform>%Ln fila entregada en un día anterior, y omitida</numerusform>
            <numerusform>%Ln filas entregadas en un día anterior, y omitidas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) gone before the day began and left out</source>
        <translation>
            <numerusform>%Ln fila retirada antes de comenzar el día, y omitida</numerusform>
            <numerusform>%Ln filas retiradas antes de comenzar el día, y omitidas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln further row(s) of a parcel left out</source>
        <translation>
            <numerusform>%Ln fila repetida de un envío, sin contar</numerusform>
            <numerusform>%Ln filas repetidas de un envío, sin contar</numerusform>
        </translation>
    </message>
    <message>
        <source>{outcome}; delivered later</source>
        <translation>{outcome}; entregado después</translation>
    </message>
    <message>
        <source>{outcome}; failed later</source>
        <translation>{outcome}; fallido después</translation>
    </message>
    <message>
        <source>{outcome}; now: {state}</source>
        <translation>{outcome}; ahora: {state}</translation>
    </message>
    <message numerus="yes">
        <source>{hour}: {delivered}, {failed}; %Ln closed until then</source>
        <translation>
            <numerusform>{hour}: {delivered}, {failed}; %Ln cerrada hasta entonces</numerusform>
            <numerusform>{hour}: {delivered}, {failed}; %Ln cerradas hasta entonces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) closed, {failed}; most of them at {hour}</source>
        <translation>
            <numerusform>%Ln visita cerrada, {failed}; a las {hour}</numerusform>
            <numerusform>%Ln visitas cerradas, {failed}; la mayoría a las {hour}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln delivered</source>
        <translation>
            <numerusform>%Ln entregada</numerusform>
            <numerusform>%Ln entregadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln fallido</numerusform>
            <numerusform>%Ln fallidos</numerusform>
        </translation>
    </message>
    <message>
        <source>{hour}: {delivered}, {failed}</source>
        <translation>{hour}: {delivered}, {failed}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln with another status</source>
        <translation>
            <numerusform>%Ln con otro estado</numerusform>
            <numerusform>%Ln con otro estado</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no parcel of this day to count</source>
        <translation>No hay envíos de este día para contar</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of {parcels} were delivered</source>
        <translation>
            <numerusform>Se entregó %Ln de {parcels}</numerusform>
            <numerusform>Se entregaron %Ln de {parcels}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At {time}, %Ln of {parcels} are delivered</source>
        <translation>
            <numerusform>A las {time} va entregado %Ln de {parcels}</numerusform>
            <numerusform>A las {time} van entregados %Ln de {parcels}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln parcel(s)</source>
        <translation>
            <numerusform>%Ln envío</numerusform>
            <numerusform>%Ln envíos</numerusform>
        </translation>
    </message>
    <message>
        <source>Delivered value {delivered} of {whole}</source>
        <translation>Valor entregado {delivered} de {whole}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of manifests not in force left out</source>
        <translation>
            <numerusform>%Ln fila de planillas no vigentes, sin contar</numerusform>
            <numerusform>%Ln filas de planillas no vigentes, sin contar</numerusform>
        </translation>
    </message>
    <message>
        <source>Each parcel is counted once</source>
        <translation>Cada envío se cuenta una vez</translation>
    </message>
    <message>
        <source>A {day} at this hour: {share}</source>
        <translation>Un {day} a esta hora: {share}</translation>
    </message>
    <message>
        <source>A {day}: {share}</source>
        <translation>Un {day}: {share}</translation>
    </message>
    <message numerus="yes">
        <source>Not known yet: {days} missing</source>
        <translation>
            <numerusform>Aún no se sabe: falta {days}</numerusform>
            <numerusform>Aún no se sabe: faltan {days}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln failed</source>
        <translation>
            <numerusform>De %Ln fallido</numerusform>
            <numerusform>De %Ln fallidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>plus %Ln visit(s) without a shipment</source>
        <translation>
            <numerusform>y aparte %Ln visita sin envío</numerusform>
            <numerusform>y aparte %Ln visitas sin envío</numerusform>
        </translation>
    </message>
    <message>
        <source>Between {least} and {most}, by the last {days}</source>
        <translation>Entre {least} y {most}, según los últimos {days}</translation>
    </message>
    <message>
        <source>typical {day}</source>
        <translation>{day} típico</translation>
    </message>
    <message>
        <source>working day</source>
        <translation>día hábil</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>sábado</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>domingo</translation>
    </message>
    <message numerus="yes">
        <source>%Ln working day(s)</source>
        <translation>
            <numerusform>%Ln día hábil</numerusform>
            <numerusform>%Ln días hábiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Saturday(s)</source>
        <translation>
            <numerusform>%Ln sábado</numerusform>
            <numerusform>%Ln sábados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Sunday(s)</source>
        <translation>
            <numerusform>%Ln domingo</numerusform>
            <numerusform>%Ln domingos</numerusform>
        </translation>
    </message>
    <message>
        <source>No visit was closed yet.</source>
        <translation>Todavía no se cerró ninguna visita.</translation>
    </message>
    <message>
        <source>no reception from {since} to {until}: {cause}</source>
        <translation>sin recepción desde {since} hasta {until}: {cause}</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more time(s)</source>
        <translation>
            <numerusform>y %Ln vez más</numerusform>
            <numerusform>y %Ln veces más</numerusform>
        </translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Conductor</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>Ruta</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Planilla</translation>
    </message>
    <message>
        <source>Locality</source>
        <translation>Localidad</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Success rate by driver</source>
        <translation>Efectividad por conductor</translation>
    </message>
    <message>
        <source>Success rate by route</source>
        <translation>Efectividad por ruta</translation>
    </message>
    <message>
        <source>By manifest</source>
        <translation>Por planilla</translation>
    </message>
    <message>
        <source>By locality</source>
        <translation>Por localidad</translation>
    </message>
    <message>
        <source>By carrier</source>
        <translation>Por transportadora</translation>
    </message>
    <message>
        <source>delivered of the parcels visited; lowest first</source>
        <translation>entregados de sus envíos visitados; primero la más baja</translation>
    </message>
    <message>
        <source>See all {count} drivers</source>
        <translation>Ver los {count}</translation>
    </message>
    <message>
        <source>See all {count} routes</source>
        <translation>Ver las {count}</translation>
    </message>
    <message>
        <source>See all {count} manifests</source>
        <translation>Ver las {count}</translation>
    </message>
    <message>
        <source>See all {count} localities</source>
        <translation>Ver las {count}</translation>
    </message>
    <message>
        <source>See all {count} carriers</source>
        <translation>Ver las {count}</translation>
    </message>
    <message>
        <source>No visit</source>
        <translation>Sin visita</translation>
    </message>
    <message>
        <source>Not named</source>
        <translation>Sin nombre</translation>
    </message>
    <message>
        <source>{name}, parcels: {delivered} delivered, {failed} failed, {pickup} ready for pickup, {open} open, {other} other; {total} in all</source>
        <translation>{name}, envíos: {delivered} entregados, {failed} fallidos, {pickup} para retirar, {open} en reparto, {other} otros; {total} en total</translation>
    </message>
    <message>
        <source>{delivered} of {total}</source>
        <translation>{delivered} de {total}</translation>
    </message>
</context>
<context>
    <name>Demo</name>
    <message>
        <source>Visit {visit} was refused, and is not notified again: {answer}.</source>
        <translation>El aviso de la visita {visit} fue rechazado y no se repite: {answer}.</translation>
    </message>
    <message>
        <source>Visit {visit} was given up after {attempts} attempts: {answer}.</source>
        <translation>El aviso de la visita {visit} se abandonó tras {attempts} intentos: {answer}.</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>estado {status}</translation>
    </message>
    <message>
        <source>no answer within {seconds} seconds</source>
        <translation>sin respuesta en {seconds} segundos</translation>
    </message>
    <message>
        <source>no connection ({detail})</source>
        <translation>sin conexión ({detail})</translation>
    </message>
</context>
<context>
    <name>DetailFold</name>
    <message>
        <source>Show or hide the detail (Ctrl+I)</source>
        <translation>Mostrar u ocultar el detalle (Ctrl+I)</translation>
    </message>
    <message>
        <source>Show the detail</source>
        <translation>Mostrar el detalle</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Detail</source>
        <translation>Detalle</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Lista</translation>
    </message>
    <message>
        <source>Back to the list (Esc)</source>
        <translation>Volver a la lista (Esc)</translation>
    </message>
    <message>
        <source>Previous row</source>
        <translation>Fila anterior</translation>
    </message>
    <message>
        <source>Next row</source>
        <translation>Fila siguiente</translation>
    </message>
    <message>
        <source>Close the detail (Esc)</source>
        <translation>Cerrar el detalle (Esc)</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Agregar una nota</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>sin número</translation>
    </message>
    <message>
        <source>manifest {number}</source>
        <translation>planilla {number}</translation>
    </message>
    <message>
        <source>What the carrier sent has a form that cannot be read. Ask the carrier about it.</source>
        <translation>Lo que envió la transportadora tiene una forma que no se puede leer. Consulte con ella.</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>No se pudo leer</translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln envío</numerusform>
            <numerusform>%Ln envíos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailParts</name>
    <message>
        <source>Failed at {time}</source>
        <translation>Falló a las {time}</translation>
    </message>
    <message>
        <source>Delivered at {time}</source>
        <translation>Entregado a las {time}</translation>
    </message>
    <message>
        <source>{distance} from the address</source>
        <translation>a {distance} de la dirección</translation>
    </message>
    <message>
        <source>after {time} on site</source>
        <translation>tras {time} en el sitio</translation>
    </message>
    <message>
        <source>route</source>
        <translation>ruta</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>No llegó nada.</translation>
    </message>
    <message>
        <source>Show as sent (JSON)</source>
        <translation>Ver tal como llegó (JSON)</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>As sent</source>
        <translation>Tal como llegó</translation>
    </message>
</context>
<context>
    <name>Deviation</name>
    <message>
        <source>Manifests</source>
        <translation>Planillas</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Avisos</translation>
    </message>
    <message>
        <source>Field that the contract does not list</source>
        <translation>Campo que el contrato no menciona</translation>
    </message>
    <message>
        <source>Another type than the contract&apos;s; read anyway</source>
        <translation>Tipo distinto del que dice el contrato; se lee de todos modos</translation>
    </message>
    <message>
        <source>Another spelling than the contract&apos;s; read as what it means</source>
        <translation>Escrito de otra forma que en el contrato; se lee como lo que significa</translation>
    </message>
    <message>
        <source>Value that cannot be read</source>
        <translation>Valor que no se puede leer</translation>
    </message>
    <message>
        <source>Status that the contract does not list</source>
        <translation>Estado que el contrato no menciona</translation>
    </message>
    <message>
        <source>Manifest state that the contract does not list</source>
        <translation>Estado de planilla que el contrato no menciona</translation>
    </message>
    <message>
        <source>Event that the contract does not list</source>
        <translation>Evento que el contrato no menciona</translation>
    </message>
    <message>
        <source>Status id and name contradict each other; the id decides</source>
        <translation>El id y el nombre del estado se contradicen; decide el id</translation>
    </message>
    <message>
        <source>Manifest of another carrier than the one asked for</source>
        <translation>Planilla de una transportadora distinta de la consultada</translation>
    </message>
    <message>
        <source>Another encoding than the contract&apos;s; read anyway</source>
        <translation>Codificación distinta de la del contrato; se lee de todos modos</translation>
    </message>
    <message>
        <source>Not written as JSON; read anyway</source>
        <translation>No está escrito como JSON; se lee de todos modos</translation>
    </message>
    <message>
        <source>Declared value of 0 beside another one; the other one counts</source>
        <translation>Valor declarado de 0 junto a otro; cuenta el otro</translation>
    </message>
    <message>
        <source>Numbers that look alike and do not match</source>
        <translation>Números que se parecen y no coinciden</translation>
    </message>
    <message numerus="yes">
        <source>text, %Ln character(s)</source>
        <translation>
            <numerusform>texto, %Ln carácter</numerusform>
            <numerusform>texto, %Ln caracteres</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>list, %Ln item(s)</source>
        <translation>
            <numerusform>lista, %Ln elemento</numerusform>
            <numerusform>lista, %Ln elementos</numerusform>
        </translation>
    </message>
    <message>
        <source>object</source>
        <translation>objeto</translation>
    </message>
    <message>
        <source>number</source>
        <translation>número</translation>
    </message>
</context>
<context>
    <name>DeviationsDialog</name>
    <message>
        <source>What the provider sends outside the contract</source>
        <translation>Lo que el proveedor envía fuera del contrato</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todo</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Copiar todo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Fields, types and spellings that the contract does not list. What they mean is read all the same, as far as it can be. Where a field holds data of persons, the example is the shape of the value.</source>
        <translation>Campos, tipos y formas de escribir que el contrato no menciona. De todos modos se lee lo que significan, hasta donde se puede. Donde un campo trae datos personales, el ejemplo es la forma del valor.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln kind(s)</source>
        <translation>
            <numerusform>%Ln diferencia</numerusform>
            <numerusform>%Ln diferencias</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything that was loaded and received was as the contract says.</source>
        <translation>Todo lo que se cargó y se recibió llegó como dice el contrato.</translation>
    </message>
    <message>
        <source>Nothing outside the contract</source>
        <translation>Nada fuera del contrato</translation>
    </message>
    <message>
        <source>This cannot be read</source>
        <translation>Esto no se puede leer</translation>
    </message>
</context>
<context>
    <name>Disk</name>
    <message>
        <source>The disk is almost full: {free} MB are free, and {needed} MB are needed to save everything. Free some space.</source>
        <translation>El disco está casi lleno: hay {free} MB libres y hacen falta {needed} MB para guardarlo todo. Libere espacio.</translation>
    </message>
    <message>
        <source>The data takes {size} MB of the disk in {path}. Keep fewer days than now ({days}). If it grew within days, look at what the receiver gets.</source>
        <translation>Los datos ocupan {size} MB del disco en {path}. Conserve menos días que ahora ({days}). Si crecieron en pocos días, mire qué recibe el receptor.</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>The receiver can listen on port {port}.</source>
        <translation>El receptor puede escuchar en el puerto {port}.</translation>
    </message>
    <message>
        <source>The receiver can listen on port {port}. For notifications it needs a token: despacho credentials set receiver-token</source>
        <translation>El receptor puede escuchar en el puerto {port}. Para recibir avisos necesita un token: despacho credentials set receiver-token</translation>
    </message>
    <message>
        <source>Despacho itself listens on this port. Its window can test the public address.</source>
        <translation>El propio Despacho escucha en este puerto. Desde su ventana se puede probar la dirección pública.</translation>
    </message>
    <message>
        <source>The address of the carrier&apos;s service is not set: despacho settings set base_url ADDRESS</source>
        <translation>La dirección del servicio de la transportadora está sin definir: despacho settings set base_url DIRECCIÓN</translation>
    </message>
    <message>
        <source>The settings can be read.</source>
        <translation>Los ajustes se pueden leer.</translation>
    </message>
    <message>
        <source>Other users can open the data folder. Prevent that: chmod 700 {path}</source>
        <translation>Otros usuarios pueden abrir la carpeta de datos. Evítelo con: chmod 700 {path}</translation>
    </message>
    <message>
        <source>The receiver can listen at {path}.</source>
        <translation>El receptor puede escuchar en {path}.</translation>
    </message>
    <message>
        <source>HTTP requests are read by aiohttp&apos;s C parser.</source>
        <translation>Las solicitudes HTTP las lee el analizador en C de aiohttp.</translation>
    </message>
    <message>
        <source>The C parser of aiohttp is missing, and its Python parser accepts requests that a proxy may read differently. Install aiohttp from a wheel: pip install --force-reinstall --only-binary aiohttp aiohttp</source>
        <translation>Falta el analizador en C de aiohttp, y el de Python acepta solicitudes que un proxy puede leer de otra manera. Instale aiohttp desde un wheel: pip install --force-reinstall --only-binary aiohttp aiohttp</translation>
    </message>
    <message>
        <source>Despacho itself listens on port {port}, but cannot save anything now: it asks the provider to try again. Its window or its terminal says why.</source>
        <translation>El propio Despacho escucha en el puerto {port}, pero ahora no puede guardar nada: le pide al proveedor que reintente. Su ventana o su terminal dice por qué.</translation>
    </message>
    <message>
        <source>The carrier&apos;s credentials are set.</source>
        <translation>Las credenciales de la transportadora están definidas.</translation>
    </message>
    <message>
        <source>The service answers. For a complete check, set a carrier code: despacho settings set carrier CODE</source>
        <translation>El servicio responde. Para una revisión completa, defina el código de la transportadora: despacho settings set carrier CÓDIGO</translation>
    </message>
    <message>
        <source>More than 50 MB were set aside within an hour, last at {time}: only the beginning of further bodies was saved. The provider, or another holder of the token, sends much that is no notification. Show it to the provider, and agree on a new token where it does not come from there.</source>
        <translation>Se apartaron más de 50 MB en una hora, la última vez el {time}: de lo demás solo se guardó el comienzo. El proveedor, u otro que tiene el token, envía mucho que no son avisos. Muéstreselo al proveedor y, si no viene de él, acuerde un token nuevo.</translation>
    </message>
    <message>
        <source>The data was written by an older version. The next start of the window updates it.</source>
        <translation>Los datos son de una versión anterior. El próximo inicio de la ventana los actualiza.</translation>
    </message>
    <message>
        <source>{path} cannot be written. Make the user who runs Despacho its owner.</source>
        <translation>No se puede escribir en {path}. Haga que su dueño sea el usuario que ejecuta Despacho.</translation>
    </message>
    <message>
        <source>{service} synchronises the data folder {folder}, and copies the data while it is written, which can damage it. Close Despacho, move the folder elsewhere, and name it in DESPACHO_DATA_DIR.</source>
        <translation>{service} sincroniza la carpeta de datos {folder} y copia los datos mientras se escriben, lo que los puede dañar. Cierre Despacho, mueva la carpeta a otro lugar e indíquela en DESPACHO_DATA_DIR.</translation>
    </message>
    <message>
        <source>The data folder {folder} is on a network drive, where SQLite&apos;s write-ahead log does not work safely. Close Despacho, move the folder to a disk of this computer, and name it in DESPACHO_DATA_DIR. Several desks share their data by a relay instead.</source>
        <translation>La carpeta de datos {folder} está en una unidad de red, donde el registro previo de SQLite no es seguro. Cierre Despacho, mueva la carpeta a un disco de este computador e indíquela en DESPACHO_DATA_DIR. Varios puestos comparten sus datos por un relevo, no por una carpeta.</translation>
    </message>
    <message>
        <source>No alert is mailed, as nobody is to get one.</source>
        <translation>No se envía ninguna alerta por correo, porque no hay a quién enviarla.</translation>
    </message>
    <message>
        <source>The mail server {server} answers.</source>
        <translation>El servidor de correo {server} responde.</translation>
    </message>
    <message>
        <source>No reception gap ended in the last seven days.</source>
        <translation>Ningún periodo sin recepción terminó en los últimos siete días.</translation>
    </message>
    <message>
        <source>Reception gaps that ended in the last seven days: {count}. The last one was from {since} to {until}: {cause}. Notifications of that time may be missing; its days are loaded again. To list those of a day: {command}</source>
        <translation>Periodos sin recepción que terminaron en los últimos siete días: {count}. El último fue de {since} a {until}: {cause}. Pueden faltar avisos de ese tiempo; sus días se cargan otra vez. Para ver los de un día: {command}</translation>
    </message>
    <message>
        <source>{path} is not a file, so nothing can be saved. Move it away.</source>
        <translation>{path} no es un archivo, así que no se puede guardar nada. Muévalo a otro lugar.</translation>
    </message>
    <message>
        <source>{path} cannot be read and written, so nothing can be saved. Allow it to the user who runs Despacho: chmod 600 {path}</source>
        <translation>{path} no se puede leer y escribir, así que no se puede guardar nada. Dele permiso al usuario que ejecuta Despacho: chmod 600 {path}</translation>
    </message>
    <message>
        <source>Other users can read the settings. Prevent that: chmod 600 {path}</source>
        <translation>Otros usuarios pueden leer los ajustes. Evítelo con: chmod 600 {path}</translation>
    </message>
    <message>
        <source>Only its owner can open the data folder.</source>
        <translation>Solo su dueño puede abrir la carpeta de datos.</translation>
    </message>
    <message>
        <source>Other users use the folder {path} too. A separate folder is safer for the data.</source>
        <translation>Otros usuarios también usan la carpeta {path}. Una carpeta aparte es más segura para los datos.</translation>
    </message>
    <message>
        <source>There is enough disk space: {free} MB are free.</source>
        <translation>Hay suficiente espacio en el disco: {free} MB libres.</translation>
    </message>
    <message>
        <source>The newest copy of the data, {path}, is damaged. Move it away, and a new one is made.</source>
        <translation>La copia más reciente de los datos, {path}, está dañada. Muévala a otro lugar y se hará una nueva.</translation>
    </message>
    <message>
        <source>Copies of the data: {count}. The newest was made at {time}.</source>
        <translation>Copias de los datos: {count}. La más reciente es de {time}.</translation>
    </message>
    <message>
        <source>The provider&apos;s times are in the time zone that is set for them.</source>
        <translation>Las horas del proveedor están en la zona horaria definida para ellas.</translation>
    </message>
    <message>
        <source>No notification is refused because of its token.</source>
        <translation>No se rechaza ningún aviso por su token.</translation>
    </message>
    <message>
        <source>Everything that came follows the contract.</source>
        <translation>Todo lo que llegó cumple el contrato.</translation>
    </message>
    <message>
        <source>The provider sends {count} kinds of data outside the contract. The newest, since {time}: {place} ({what}). The window lists them (menu: What the provider sends outside the contract), and so does: despacho export deviations</source>
        <translation>El proveedor envía {count} clases de datos fuera del contrato. La más reciente, desde {time}: {place} ({what}). La ventana las muestra (menú: Lo que el proveedor envía fuera del contrato), y también: despacho export deviations</translation>
    </message>
    <message>
        <source>Notifications set aside: {count}. They are saved, but could not be interpreted; the window shows them.</source>
        <translation>Avisos apartados: {count}. Están guardados, pero no se pudieron interpretar; la ventana los muestra.</translation>
    </message>
    <message>
        <source>The relay answers, and the stream of the site “{site}” can be read.</source>
        <translation>El relevo responde, y el flujo de la sede «{site}» se puede leer.</translation>
    </message>
    <message>
        <source>The relay keeps facts on disk for {days} days. Servers that have them: {count}.</source>
        <translation>El relevo guarda los datos en disco durante {days} días. Servidores que los tienen: {count}.</translation>
    </message>
    <message>
        <source>The relay keeps facts in memory: a restart loses them. Its administrator must create the stream again.</source>
        <translation>El relevo guarda los datos en la memoria: al reiniciar se pierden. Su administrador debe crear el flujo otra vez.</translation>
    </message>
    <message>
        <source>The relay has several servers, but only {count} of them has the facts. Its administrator must create the stream again.</source>
        <translation>El relevo tiene varios servidores, pero solo {count} tiene los datos. Su administrador debe crear el flujo otra vez.</translation>
    </message>
    <message>
        <source>The relay keeps facts for {days} days, and this folder for {own} (retention_days). Make both the same.</source>
        <translation>El relevo guarda los datos {days} días, y esta carpeta {own} (retention_days). Póngalos iguales.</translation>
    </message>
    <message>
        <source>All that other desks shared is here, and all of this folder is shared.</source>
        <translation>Todo lo que compartieron otros puestos está aquí, y todo lo de esta carpeta está compartido.</translation>
    </message>
    <message>
        <source>To be read from other desks: {waiting}; to be shared: {unpublished}. If no window and no receiver runs, they are shared by the next one.</source>
        <translation>Por leer de otros puestos: {waiting}; por compartir: {unpublished}. Si no hay ventana ni receptor en marcha, lo hace el próximo.</translation>
    </message>
    <message>
        <source>This computer&apos;s clock agrees with the relay&apos;s.</source>
        <translation>El reloj de este computador coincide con el del relevo.</translation>
    </message>
    <message>
        <source>The data is new: it will be copied soon.</source>
        <translation>Los datos son nuevos: pronto se hará su primera copia.</translation>
    </message>
    <message>
        <source>The data file {path} is damaged ({problem}). The receiver or the window restores it from the newest copy in the folder “backups” beside it; if neither runs, start Despacho.</source>
        <translation>El archivo de datos {path} está dañado ({problem}). El receptor o la ventana lo restaura con la copia de seguridad más reciente de la carpeta «backups», a su lado; si ninguno está abierto, inicie Despacho.</translation>
    </message>
    <message>
        <source>The data file {path} is damaged ({problem}), and there is no copy of it yet. The receiver or the window makes a new one with what can be read from it; if neither runs, start Despacho.</source>
        <translation>El archivo de datos {path} está dañado ({problem}) y todavía no tiene copia de seguridad. El receptor o la ventana crea uno nuevo con lo que se pueda leer de él; si ninguno está abierto, inicie Despacho.</translation>
    </message>
    <message>
        <source>The data file {path} is missing. The next start of Despacho continues with the copy of {time}; if you moved the file, put it back first.</source>
        <translation>El archivo de datos {path} ya no está. El próximo inicio de Despacho sigue con la copia de seguridad de {time}; si movió el archivo, devuélvalo antes a su lugar.</translation>
    </message>
    <message>
        <source>The data file {path} is missing, and there is no copy of it. If you moved the file, put it back first; else the next start of Despacho begins with empty data, and says what may be missing.</source>
        <translation>Falta el archivo de datos {path} y no hay copia de seguridad de él. Si movió el archivo, póngalo primero en su lugar; si no, Despacho empieza sin datos la próxima vez y dice qué puede faltar.</translation>
    </message>
    <message>
        <source>A program that answers like Despacho listens on port {port}. Whether it is yours cannot be known until the data can be read again: first do what the check “store” says, then run again: despacho doctor</source>
        <translation>En el puerto {port} escucha un programa que responde como Despacho. No se puede saber si es el suyo hasta que los datos se puedan leer de nuevo: primero haga lo que dice la revisión «store» y después ejecute otra vez: despacho doctor</translation>
    </message>
    <message>
        <source>The data is intact.</source>
        <translation>Los datos están íntegros.</translation>
    </message>
    <message>
        <source>There is no data yet; the first load creates it.</source>
        <translation>Todavía no hay datos; los crea la primera carga.</translation>
    </message>
    <message>
        <source>The newest copy of the data was made at {time}. Keep the window or the receiver open for some minutes.</source>
        <translation>La copia más reciente de los datos es de {time}. Deje abierta la ventana o el receptor unos minutos.</translation>
    </message>
    <message>
        <source>There is no copy of the data. Keep the window or the receiver open for some minutes.</source>
        <translation>No hay ninguna copia de los datos. Deje abierta la ventana o el receptor unos minutos.</translation>
    </message>
    <message>
        <source>The data was last checked completely at {time}.</source>
        <translation>La última revisión de todos los datos fue el {time}.</translation>
    </message>
    <message>
        <source>The data is new: it will be checked soon.</source>
        <translation>Los datos son nuevos: pronto se hará su primera revisión.</translation>
    </message>
    <message>
        <source>The data was not checked completely for two weeks. Keep the window or the receiver open for a while.</source>
        <translation>Hace dos semanas que no se revisan todos los datos. Deje abierta la ventana o el receptor un rato.</translation>
    </message>
    <message>
        <source>The data never had to be restored.</source>
        <translation>Nunca hubo que restaurar los datos.</translation>
    </message>
    <message>
        <source>The computer&apos;s clock was set back: the last saved data is of {time}. Correct the clock.</source>
        <translation>El reloj del computador se atrasó: lo último que se guardó es del {time}. Corrija el reloj.</translation>
    </message>
    <message>
        <source>The clock is not behind the last saved data.</source>
        <translation>El reloj no está atrasado respecto a lo último que se guardó.</translation>
    </message>
    <message>
        <source>Despacho had an internal error in the last day. If it recurs, send the report {path} to the maintainers.</source>
        <translation>Despacho tuvo un error interno en el último día. Si se repite, envíe el informe {path} a quienes mantienen el programa.</translation>
    </message>
    <message>
        <source>Despacho had no internal error in the last day.</source>
        <translation>Despacho no tuvo errores internos en el último día.</translation>
    </message>
    <message>
        <source>No notification is set aside.</source>
        <translation>No hay avisos apartados.</translation>
    </message>
</context>
<context>
    <name>DriverList</name>
    <message>
        <source>Drivers</source>
        <translation>Conductores</translation>
    </message>
</context>
<context>
    <name>DriverModel</name>
    <message>
        <source>Of the closed visits, those delivered. The day&apos;s figures count parcels.</source>
        <translation>De las visitas cerradas, las entregadas. Las cifras del día cuentan envíos.</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Conductor</translation>
    </message>
    <message>
        <source>Last visit</source>
        <translation>Última visita</translation>
    </message>
    <message>
        <source>Success rate</source>
        <translation>Efectividad</translation>
    </message>
    <message>
        <source>Visits by hour</source>
        <translation>Visitas por hora</translation>
    </message>
</context>
<context>
    <name>DriverWords</name>
    <message>
        <source>silent</source>
        <translation>en silencio</translation>
    </message>
    <message>
        <source>no reception since</source>
        <translation>sin recepción desde entonces</translation>
    </message>
    <message>
        <source>nothing received since</source>
        <translation>nada recibido desde entonces</translation>
    </message>
    <message>
        <source>{time} ago</source>
        <translation>hace {time}</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>hace un momento</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln fallido</numerusform>
            <numerusform>%Ln fallidos</numerusform>
        </translation>
    </message>
    <message>
        <source>No name</source>
        <translation>Sin nombre</translation>
    </message>
    <message>
        <source>{delivered} of {closed}</source>
        <translation>{delivered} de {closed}</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Other statuses</source>
        <translation>Otro estado</translation>
    </message>
    <message>
        <source>pause from {since} to {until}</source>
        <translation>pausa de {since} a {until}</translation>
    </message>
</context>
<context>
    <name>DriversPage</name>
    <message>
        <source>See on the map</source>
        <translation>Ver en el mapa</translation>
    </message>
    <message>
        <source>Longest without closing</source>
        <translation>Más tiempo sin cerrar</translation>
    </message>
    <message>
        <source>Lowest success rate</source>
        <translation>Menor efectividad</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Por nombre</translation>
    </message>
    <message numerus="yes">
        <source>Silent from %Ln minute(s)</source>
        <translation>
            <numerusform>Silencio desde %Ln min</numerusform>
            <numerusform>Silencio desde %Ln min</numerusform>
        </translation>
    </message>
    <message>
        <source>Order of the drivers</source>
        <translation>Orden de los conductores</translation>
    </message>
    <message>
        <source>Shortest pause marked</source>
        <translation>Pausa más corta que se marca</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Silent now</source>
        <translation>En silencio ahora</translation>
    </message>
    <message>
        <source>The bar measures closed visits. What is out for delivery has no driver yet.</source>
        <translation>La barra mide visitas cerradas. Lo que sigue en reparto aún no tiene conductor.</translation>
    </message>
    <message numerus="yes">
        <source>Pause of %Ln minute(s) or longer</source>
        <translation>
            <numerusform>Pausa de %Ln min o más</numerusform>
            <numerusform>Pausa de %Ln min o más</numerusform>
        </translation>
    </message>
    <message>
        <source>{silent} silent of {all}</source>
        <translation>{silent} en silencio de {all}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln driver(s)</source>
        <translation>
            <numerusform>%Ln conductor</numerusform>
            <numerusform>%Ln conductores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln closed visit(s)</source>
        <translation>
            <numerusform>%Ln visita cerrada</numerusform>
            <numerusform>%Ln visitas cerradas</numerusform>
        </translation>
    </message>
    <message>
        <source>No closed visits</source>
        <translation>Ninguna visita cerrada</translation>
    </message>
    <message>
        <source>Each driver appears here once a visit of theirs is closed.</source>
        <translation>Cada conductor aparece aquí cuando se cierra una visita suya.</translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation>Mostrar todas las filas</translation>
    </message>
    <message>
        <source>No closed visit matches the search and filters of the table of visits.</source>
        <translation>Ninguna visita cerrada corresponde a la búsqueda y los filtros de la tabla de visitas.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) in the table</source>
        <translation>
            <numerusform>%Ln visita en la tabla</numerusform>
            <numerusform>%Ln visitas en la tabla</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DriversTab</name>
    <message>
        <source>Drivers</source>
        <translation>Conductores</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>{gone} of {listed} shipments are no longer listed: manifest {manifests}</source>
        <translation>{gone} de {listed} envíos ya no figuran: planilla {manifests}</translation>
    </message>
    <message>
        <source>{gone} of {listed} shipments are no longer listed: manifests {manifests}</source>
        <translation>{gone} de {listed} envíos ya no figuran: planillas {manifests}</translation>
    </message>
</context>
<context>
    <name>EmptySituations</name>
    <message>
        <source>Type the carrier&apos;s code at the top left, then load the day.</source>
        <translation>Escriba arriba a la izquierda el código de la transportadora y cargue el día.</translation>
    </message>
    <message>
        <source>Which carrier?</source>
        <translation>¿Qué transportadora?</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Cargando…</translation>
    </message>
    <message>
        <source>The day appears here as soon as it is complete.</source>
        <translation>El día aparece aquí en cuanto esté completo.</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nada coincide</translation>
    </message>
    <message>
        <source>No row of this day matches {filter}.</source>
        <translation>Ninguna fila de este día coincide con {filter}.</translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation>Mostrar todas las filas</translation>
    </message>
    <message>
        <source>Enter the code</source>
        <translation>Escribir el código</translation>
    </message>
    <message>
        <source>Search in all days</source>
        <translation>Buscar en todos los días</translation>
    </message>
    <message>
        <source>No notification that day</source>
        <translation>Sin avisos ese día</translation>
    </message>
    <message>
        <source>No notification yet</source>
        <translation>Todavía no hay avisos</translation>
    </message>
    <message>
        <source>Everything that the receiver accepts is listed here as it came, even if it cannot be applied.</source>
        <translation>Aquí aparece todo lo que acepta el receptor, tal como llegó, aunque no se pueda aplicar.</translation>
    </message>
    <message>
        <source>No visit that day</source>
        <translation>Sin visitas ese día</translation>
    </message>
    <message>
        <source>No visit yet</source>
        <translation>Todavía no hay visitas</translation>
    </message>
    <message>
        <source>A visit appears here as soon as its driver completes it, or cannot deliver.</source>
        <translation>Una visita aparece aquí en cuanto su conductor la completa, o no puede entregar.</translation>
    </message>
    <message>
        <source>No notification of {date} was received.</source>
        <translation>No se recibió ningún aviso del {date}.</translation>
    </message>
    <message>
        <source>Visits come as notifications. What the drivers close meanwhile shows only with the next load.</source>
        <translation>Las visitas llegan como avisos. Lo que los conductores cierren mientras tanto solo se ve al volver a cargar.</translation>
    </message>
    <message>
        <source>Start the receiver</source>
        <translation>Iniciar el receptor</translation>
    </message>
    <message>
        <source>Enter the token</source>
        <translation>Escribir el token</translation>
    </message>
    <message>
        <source>Notifications are not being received</source>
        <translation>No se están recibiendo avisos</translation>
    </message>
    <message>
        <source>Visits come as notifications, and nothing is set up to receive them yet. Give the receiver a token, and tell the provider its address.</source>
        <translation>Las visitas llegan como avisos, y todavía no hay nada configurado para recibirlos. Defina un token para el receptor y dele al proveedor la dirección.</translation>
    </message>
    <message>
        <source>The receiver is not set up</source>
        <translation>El receptor no está configurado</translation>
    </message>
    <message>
        <source>Set up the receiver</source>
        <translation>Configurar el receptor</translation>
    </message>
    <message>
        <source>The day could not be loaded</source>
        <translation>No se pudo cargar el día</translation>
    </message>
    <message>
        <source>Where do I get the token?</source>
        <translation>¿Dónde consigo el token?</translation>
    </message>
    <message>
        <source>With the first two you see the day. The others can wait.</source>
        <translation>Con los dos primeros ya ve el día. Los demás pueden esperar.</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Primeros pasos</translation>
    </message>
    <message>
        <source>Carrier and token</source>
        <translation>Transportadora y token</translation>
    </message>
    <message>
        <source>Address, token and user, as the carrier gave them to you.</source>
        <translation>Dirección, token y usuario, tal como se los dio la transportadora.</translation>
    </message>
    <message>
        <source>The carrier&apos;s code, at the top left.</source>
        <translation>El código de la transportadora, arriba a la izquierda.</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambiar</translation>
    </message>
    <message>
        <source>Load the day</source>
        <translation>Cargar el día</translation>
    </message>
    <message>
        <source>Gets the manifests of {date}.</source>
        <translation>Trae las planillas del {date}.</translation>
    </message>
    <message>
        <source>Step 1 comes first.</source>
        <translation>Primero el paso 1.</translation>
    </message>
    <message>
        <source>They are not being received.</source>
        <translation>No se están recibiendo.</translation>
    </message>
    <message>
        <source>They are received.</source>
        <translation>Se reciben.</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>Configurar…</translation>
    </message>
    <message>
        <source>The carrier has no manifests of this day.</source>
        <translation>La transportadora no tiene planillas de este día.</translation>
    </message>
    <message>
        <source>No shipment that day</source>
        <translation>Ningún envío ese día</translation>
    </message>
    <message>
        <source>Receive notifications of visits</source>
        <translation>Recibir avisos de visitas</translation>
    </message>
    <message numerus="yes">
        <source>Then again every %Ln min.</source>
        <translation>
            <numerusform>Luego se recarga cada %Ln min.</numerusform>
            <numerusform>Luego se recarga cada %Ln min.</numerusform>
        </translation>
    </message>
    <message>
        <source>Without them there are no visits, no drivers and no map.</source>
        <translation>Sin ellos no hay visitas, conductores ni mapa.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Su nombre</translation>
    </message>
    <message>
        <source>{name}: so it stands in “Assigned to”.</source>
        <translation>{name}: así aparece en «A cargo».</translation>
    </message>
    <message>
        <source>It stands in “Assigned to”; until you enter it, that of this computer&apos;s user does.</source>
        <translation>Aparece en «A cargo»; mientras no lo escriba, aparece el usuario de este computador.</translation>
    </message>
    <message>
        <source>Enter it</source>
        <translation>Escribirlo</translation>
    </message>
    <message>
        <source>Share with other desks (optional)</source>
        <translation>Compartir con otros puestos (opcional)</translation>
    </message>
    <message>
        <source>Notes, cases and calls are the same on all computers of the site.</source>
        <translation>Notas, casos y llamadas iguales en todos los computadores de la sede.</translation>
    </message>
    <message>
        <source>It answered an empty list for {carrier} on {date}.</source>
        <translation>Contestó con una lista vacía para {carrier} el {date}.</translation>
    </message>
    <message>
        <source>{carrier}, {date}. Check the code and the date.</source>
        <translation>{carrier}, {date}. Revise el código y la fecha.</translation>
    </message>
    <message>
        <source>Previous day</source>
        <translation>Día anterior</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Cargar de nuevo</translation>
    </message>
    <message>
        <source>Change the code</source>
        <translation>Cambiar el código</translation>
    </message>
    <message>
        <source>Nothing of {carrier} on {date} is on this computer.</source>
        <translation>En este computador no hay nada de {carrier} del {date}.</translation>
    </message>
    <message>
        <source>This day is not loaded yet</source>
        <translation>Este día aún no se ha cargado</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Enter them</source>
        <translation>Escribir los datos</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Probar la demostración</translation>
    </message>
    <message>
        <source>The manifests of {carrier} on {date} hold no shipment that can be read.</source>
        <translation>Las planillas de {carrier} del {date} no traen ningún envío que se pueda leer.</translation>
    </message>
    <message numerus="yes">
        <source>a list of %Ln number(s)</source>
        <translation>
            <numerusform>una lista de %Ln número</numerusform>
            <numerusform>una lista de %Ln números</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EndPage</name>
    <message>
        <source>End shift</source>
        <translation>Terminar turno</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>Copiar el mensaje</translation>
    </message>
    <message>
        <source>WhatsApp</source>
        <translation>WhatsApp</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>Correo</translation>
    </message>
    <message>
        <source>PDF of the day</source>
        <translation>PDF del día</translation>
    </message>
    <message>
        <source>File for the next desk</source>
        <translation>Archivo para el puesto que recibe</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>It holds notes and promises. Names and phone numbers are in it only where a note has them, photos never.</source>
        <translation>Lleva notas y acuerdos. Nombres y teléfonos, solo si están en una nota; fotos, nunca.</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Saved in {folder}: {names}</source>
        <translation>Guardado en {folder}: {names}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) for the next desk</source>
        <translation>
            <numerusform>%Ln caso para el puesto que recibe</numerusform>
            <numerusform>%Ln casos para el puesto que recibe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EndShift</name>
    <message>
        <source>Choose a carrier first: a shift ends for one.</source>
        <translation>Elija primero una transportadora: el fin de turno es de una sola.</translation>
    </message>
    <message>
        <source>There is nothing of this day to hand over.</source>
        <translation>De este día no hay nada que entregar.</translation>
    </message>
    <message>
        <source>End of shift</source>
        <translation>Fin de turno</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>Carpeta para los archivos</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Turno</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>Standard output is closed, so that the result cannot be written.</source>
        <translation>La salida estándar está cerrada y el resultado no se puede escribir.</translation>
    </message>
    <message>
        <source>A day is a workbook of several sheets, an xlsx. For csv or json, export a table.</source>
        <translation>Un día es un libro de varias hojas, un xlsx. Para csv o json, exporte una tabla.</translation>
    </message>
    <message>
        <source>An xlsx cannot be shown in a terminal. Name a file: --output FILE</source>
        <translation>Un xlsx no se puede mostrar en una terminal. Indique un archivo: --output ARCHIVO</translation>
    </message>
    <message>
        <source>Several carriers list {number} on {date}: {carriers}. Name one: --carrier CODE</source>
        <translation>Varias transportadoras listan {number} el {date}: {carriers}. Indique una: --carrier CÓDIGO</translation>
    </message>
    <message>
        <source>{number} has not failed on {date}: there is nothing to acknowledge.</source>
        <translation>{number} no ha fallado el {date}: no hay nada que marcar como atendido.</translation>
    </message>
    <message>
        <source>The keyring did not open. Unlock it and try again.</source>
        <translation>El llavero del sistema no se abrió. Desbloquéelo e intente de nuevo.</translation>
    </message>
    <message>
        <source>“{value}” is no reason of this site. There are: {names}</source>
        <translation>«{value}» no es un motivo de esta sede. Hay: {names}</translation>
    </message>
    <message>
        <source>The address of the carrier&apos;s service cannot be used. Correct it: it begins with https://, names a host, and contains no user, no ? and no #.</source>
        <translation>La dirección del servicio de la transportadora no se puede usar. Corríjala: empieza por https://, nombra un servidor, y no lleva usuario, ni ? ni #.</translation>
    </message>
    <message>
        <source>By this computer&apos;s clock ({time}) the certificate of {server} is not valid ({reason}), so nothing was sent. Set the clock if it is wrong; if it is right, tell the carrier.</source>
        <translation>Según el reloj de este computador ({time}), el certificado de {server} no es válido ({reason}), así que no se envió nada. Si el reloj está mal, ajústelo; si está bien, avise a la transportadora.</translation>
    </message>
    <message>
        <source>No secure connection to {server} could be made. Check the address of the carrier&apos;s service: whether it begins with https, and its port.</source>
        <translation>No se pudo establecer una conexión segura con {server}. Revise la dirección del servicio de la transportadora: si empieza por https, y su puerto.</translation>
    </message>
    <message>
        <source>The carrier has no manifest for carrier {carrier} on {date}. If there should be one, check the carrier code, the date, and the address of the carrier&apos;s service.</source>
        <translation>La transportadora no tiene planilla para el código {carrier} en la fecha {date}. Si debería haber una, revise el código de la transportadora, la fecha y la dirección del servicio de la transportadora.</translation>
    </message>
    <message>
        <source>The carrier answered with status {status}, which its contract does not name. Check the address of the carrier&apos;s service; if it is right, tell the carrier.</source>
        <translation>La transportadora respondió con el estado {status}, que su contrato no menciona. Revise la dirección del servicio de la transportadora; si está bien, avise a la transportadora.</translation>
    </message>
    <message>
        <source>The server redirects the request to {place} (status {status}). Credentials are not sent to another server: check the address of the carrier&apos;s service.</source>
        <translation>El servidor redirige la solicitud a {place} (estado {status}). Las credenciales no se envían a otro servidor: revise la dirección del servicio de la transportadora.</translation>
    </message>
    <message>
        <source>The server redirects the request without saying where (status {status}). Check the address of the carrier&apos;s service.</source>
        <translation>El servidor redirige la solicitud sin decir adónde (estado {status}). Revise la dirección del servicio de la transportadora.</translation>
    </message>
    <message>
        <source>“{value}” is the name of several reasons: {names}. Name one of these.</source>
        <translation>Varios motivos se llaman «{value}»: {names}. Indique uno de estos.</translation>
    </message>
    <message>
        <source>The keychain refused Despacho: its password was wrong, or Despacho&apos;s files were changed since it was installed. Try again; if that does not help, install Despacho again.</source>
        <translation>El llavero de macOS rechazó a Despacho: su contraseña no era la correcta, o los archivos de Despacho cambiaron desde que se instaló. Inténtelo otra vez; si no basta, instale Despacho de nuevo.</translation>
    </message>
    <message>
        <source>macOS was told not to let Despacho use the keychain. Start Despacho again, or wait five minutes; when macOS asks, enter the password of your keychain and choose “Always Allow”.</source>
        <translation>En macOS se le negó a Despacho el uso del llavero. Inicie Despacho otra vez, o espere cinco minutos; cuando macOS pregunte, escriba la contraseña de su llavero y elija «Permitir siempre».</translation>
    </message>
    <message>
        <source>macOS cannot ask here whether Despacho may use the keychain, as over ssh. Unlock it before: security unlock-keychain – or use the environment ({variables}).</source>
        <translation>macOS no puede preguntar aquí si Despacho puede usar el llavero, como ocurre por ssh. Desbloquéelo antes: security unlock-keychain – o use el entorno ({variables}).</translation>
    </message>
    <message>
        <source>macOS asks in a window of its own whether Despacho may use the keychain. Enter the password of your keychain there, choose “Always Allow”, and try again.</source>
        <translation>macOS pregunta en una ventana propia si Despacho puede usar el llavero. Escriba allí la contraseña de su llavero, elija «Permitir siempre» e inténtelo otra vez.</translation>
    </message>
    <message>
        <source>No keyring that encrypts can be reached on this computer. Use the environment ({variables}), or enter the credentials in Settings for this session only.</source>
        <translation>En este computador no hay un llavero del sistema que cifre. Use variables de entorno ({variables}) o escriba las credenciales en Ajustes solo para esta sesión.</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>ninguna dirección todavía</translation>
    </message>
    <message>
        <source>Not set yet: {names}. Enter what is missing.</source>
        <translation>Sin definir: {names}. Complete lo que falta.</translation>
    </message>
    <message>
        <source>The value of {name} in the keyring cannot be used. Enter it again.</source>
        <translation>El valor de {name} en el llavero del sistema no se puede usar. Escríbalo de nuevo.</translation>
    </message>
    <message>
        <source>The keyring did not save {name} correctly. Delete the entries of that name under {service} in the system&apos;s keyring and try again.</source>
        <translation>El llavero del sistema no guardó bien {name}. Borre allí las entradas con ese nombre bajo {service} e intente de nuevo.</translation>
    </message>
    <message>
        <source>{name} is too short: with fewer than {least} characters others could guess it, and send notifications. Agree on a longer one with the provider, made at random.</source>
        <translation>{name} es muy corto: con menos de {least} caracteres otros podrían adivinarlo y enviar avisos. Acuerde con el proveedor uno más largo, generado al azar.</translation>
    </message>
    <message>
        <source>{name} is too simple: it has few different characters or repeats itself, so others could guess it, and send notifications. Agree on another one with the provider, made at random.</source>
        <translation>{name} es muy sencillo: tiene pocos caracteres distintos o se repite, así que otros podrían adivinarlo y enviar avisos. Acuerde con el proveedor otro, generado al azar.</translation>
    </message>
    <message>
        <source>{name} is empty. Enter its value.</source>
        <translation>{name} está vacío. Escriba su valor.</translation>
    </message>
    <message>
        <source>{name} contains characters that cannot be sent: only letters without accents, digits, punctuation and, inside, spaces can. Copy it again.</source>
        <translation>{name} tiene caracteres que no se pueden enviar: solo sirven letras sin tilde, cifras, signos y, en medio, espacios. Cópielo de nuevo.</translation>
    </message>
    <message>
        <source>{name} is longer than {longest} characters. Copy it again.</source>
        <translation>{name} tiene más de {longest} caracteres. Cópielo de nuevo.</translation>
    </message>
    <message>
        <source>The demo carrier {carrier} has no visits to notify. Choose another code.</source>
        <translation>La transportadora de demostración {carrier} no tiene visitas que avisar. Elija otro código.</translation>
    </message>
    <message>
        <source>The demo carrier has 1 to {most} shipments a day, not {asked}.</source>
        <translation>La transportadora de demostración tiene de 1 a {most} envíos al día, no {asked}.</translation>
    </message>
    <message>
        <source>The visits per minute must be 0 or more, not {asked}.</source>
        <translation>Las visitas por minuto deben ser 0 o más, no {asked}.</translation>
    </message>
    <message>
        <source>The receiver&apos;s URL begins with https:// or http:// and names a host, unlike “{url}”.</source>
        <translation>La URL del receptor debe empezar por https:// o http:// y nombrar un servidor; «{url}» no sirve.</translation>
    </message>
    <message>
        <source>The receiver&apos;s token must be letters, digits and signs without spaces.</source>
        <translation>El token del receptor solo puede llevar letras sin tilde, cifras y signos, sin espacios.</translation>
    </message>
    <message>
        <source>The kept credentials were entered for {kept}, so they are not sent to {asked}. Enter those for {asked}.</source>
        <translation>Las credenciales guardadas son de {kept}, así que no se envían a {asked}. Escriba las de {asked}.</translation>
    </message>
    <message>
        <source>{name} was entered for {kept}, and is sent to no other server. If {asked} is the right one, enter it again.</source>
        <translation>{name} se escribió para {kept} y no se envía a otro servidor. Si {asked} es el correcto, escriba el valor de nuevo.</translation>
    </message>
    <message>
        <source>This is not a file that a desk hands over. Choose the one that the other desk made.</source>
        <translation>Este no es un archivo de entrega de turno. Elija el que hizo el otro puesto.</translation>
    </message>
    <message>
        <source>The file is damaged or cut off. Ask the other desk to send it again.</source>
        <translation>El archivo está dañado o incompleto. Pida al otro puesto que lo envíe de nuevo.</translation>
    </message>
    <message>
        <source>The phrase is right, but the file was changed on its way. Nothing was taken over. Ask for it again.</source>
        <translation>La frase es correcta, pero el archivo cambió en el camino. No se recibió nada. Pídalo de nuevo.</translation>
    </message>
    <message>
        <source>The file was made by a newer version of Despacho. Install that version here, too.</source>
        <translation>El archivo se hizo con una versión más nueva de Despacho. Instálela también aquí.</translation>
    </message>
    <message>
        <source>This is not the phrase with which the file was signed.</source>
        <translation>Esta no es la frase con la que se firmó el archivo.</translation>
    </message>
    <message>
        <source>The file is larger than {megabytes} MB. No desk makes such a file.</source>
        <translation>El archivo pesa más de {megabytes} MB. Ningún puesto hace un archivo así.</translation>
    </message>
    <message>
        <source>There are too many follow-ups for one file: it would be larger than {megabytes} MB. Give the next desk the PDF and the message instead.</source>
        <translation>Hay demasiados seguimientos para un solo archivo: pasaría de {megabytes} MB. Entréguele al otro puesto el PDF y el mensaje.</translation>
    </message>
    <message>
        <source>The phrase needs at least {least} characters. Three or four words that do not belong together are good.</source>
        <translation>La frase necesita al menos {least} caracteres. Sirven tres o cuatro palabras sin relación entre sí.</translation>
    </message>
    <message>
        <source>{path} is in the folder of Despacho&apos;s own data. Choose another folder.</source>
        <translation>{path} está en la carpeta de los datos de Despacho. Elija otra carpeta.</translation>
    </message>
    <message>
        <source>{path} is a link or a named pipe of another user. Choose another file or folder.</source>
        <translation>{path} es un enlace o una tubería con nombre de otro usuario. Elija otro archivo u otra carpeta.</translation>
    </message>
    <message>
        <source>standard output</source>
        <translation>la salida estándar</translation>
    </message>
    <message>
        <source>The file holds what no version of Despacho writes. Nothing was taken over.</source>
        <translation>El archivo contiene algo que ninguna versión de Despacho escribe. No se recibió nada.</translation>
    </message>
    <message>
        <source>“{name}” cannot be a name: Windows allows neither control characters nor any of {characters} in one. Choose another one.</source>
        <translation>«{name}» no puede ser un nombre: Windows no admite en él caracteres de control ni ninguno de {characters}. Elija otro.</translation>
    </message>
    <message>
        <source>relay-nkey is no seed of a user: it begins with SU and has 58 letters. Enter it again.</source>
        <translation>relay-nkey no es la semilla de un usuario: empieza por SU y tiene 58 letras. Escríbala otra vez.</translation>
    </message>
    <message>
        <source>The setting relay_url names no server.</source>
        <translation>El ajuste relay_url no nombra ningún servidor.</translation>
    </message>
    <message>
        <source>{path} is a link. Choose the file that it leads to.</source>
        <translation>{path} es un enlace. Elija el archivo al que lleva.</translation>
    </message>
    <message>
        <source>{path} is not a file. Choose the one that the other desk made.</source>
        <translation>{path} no es un archivo. Elija el que hizo el otro puesto.</translation>
    </message>
    <message>
        <source>{path} could not be read: {why}</source>
        <translation>No se pudo leer {path}: {why}</translation>
    </message>
    <message>
        <source>{where} fixes {name} to “{value}”, but the data of this site is saved with “{kept}”. Remove it there, or change the site: despacho settings set {name} {value}</source>
        <translation>{where} fija {name} en «{value}», pero los datos de esta sede están guardados con «{kept}». Quítelo de allí o cambie la sede: despacho settings set {name} {value}</translation>
    </message>
    <message>
        <source>{path} is there already. Choose another name, or that very file to have it replaced.</source>
        <translation>{path} ya existe. Elija otro nombre, o ese mismo archivo para reemplazarlo.</translation>
    </message>
    <message>
        <source>Port {port} is taken by another program, or reserved. Choose another port.</source>
        <translation>El puerto {port} está ocupado por otro programa o reservado. Elija otro puerto.</translation>
    </message>
    <message>
        <source>No address of the carrier&apos;s service is set. Enter the one that the carrier gave you.</source>
        <translation>La dirección del servicio de la transportadora está sin definir. Escriba la que le dio la transportadora.</translation>
    </message>
    <message>
        <source>The carrier&apos;s token and user are not both set. Enter those that the carrier gave you.</source>
        <translation>Falta el token o el usuario de la transportadora. Escriba los que le dio la transportadora.</translation>
    </message>
    <message>
        <source>{server} did not answer, or stopped answering, within {seconds} s. Check the network and load again; a longer wait can be set as “Give up after”.</source>
        <translation>{server} no respondió, o dejó de responder, en {seconds} s. Revise la red y vuelva a cargar; en «Desistir tras» se puede poner una espera más larga.</translation>
    </message>
    <message>
        <source>The carrier does not accept the token or the user (status 401). Enter both again; if they are right, ask the carrier for new ones.</source>
        <translation>La transportadora no acepta el token o el usuario (estado 401). Escriba ambos de nuevo; si están bien, pida otros a la transportadora.</translation>
    </message>
    <message>
        <source>The printer took nothing. See that it is switched on and connected, and try again.</source>
        <translation>La impresora no aceptó nada. Verifique que esté encendida y conectada, e intente de nuevo.</translation>
    </message>
    <message>
        <source>The printer did not take all pages. See to it, and print the day once more.</source>
        <translation>La impresora no aceptó todas las páginas. Revísela e imprima el día otra vez.</translation>
    </message>
    <message>
        <source>Loading was cancelled. The day is as it was before.</source>
        <translation>Se canceló la carga. El día queda como estaba.</translation>
    </message>
    <message>
        <source>Too many notifications arrived at once. The provider will try again.</source>
        <translation>Llegaron demasiados avisos a la vez. El proveedor reintentará.</translation>
    </message>
    <message>
        <source>The export was cancelled. No file was written.</source>
        <translation>La exportación se canceló. No se escribió ningún archivo.</translation>
    </message>
    <message>
        <source>{path} is a folder. Name a file in it.</source>
        <translation>{path} es una carpeta. Indique un archivo dentro de ella.</translation>
    </message>
    <message>
        <source>{path} could not be replaced. Close it in the other program and try again.</source>
        <translation>No se pudo reemplazar {path}. Ciérrelo en el otro programa e intente de nuevo.</translation>
    </message>
    <message>
        <source>The folder {folder} does not exist. Choose another one, or create it first.</source>
        <translation>La carpeta {folder} no existe. Elija otra, o créela primero.</translation>
    </message>
    <message>
        <source>{folder} is not a folder. Choose another one.</source>
        <translation>{folder} no es una carpeta. Elija otra.</translation>
    </message>
    <message>
        <source>{path} may not be written. Choose another file or folder.</source>
        <translation>No hay permiso para escribir en {path}. Elija otro archivo u otra carpeta.</translation>
    </message>
    <message>
        <source>{path} cannot be the name of a file. Choose another one.</source>
        <translation>{path} no puede ser el nombre de un archivo. Elija otro.</translation>
    </message>
    <message>
        <source>Writing to {where} failed: {reason}. Free some space or choose another place, and try again.</source>
        <translation>No se pudo escribir en {where}: {reason}. Libere espacio o elija otro lugar, e intente de nuevo.</translation>
    </message>
    <message>
        <source>There is no display to open the window on. The commands work without one: despacho --help</source>
        <translation>No hay pantalla donde abrir la ventana. Los comandos funcionan sin ella: despacho --help</translation>
    </message>
    <message>
        <source>The carrier answered with a JSON object instead of a list of manifests. Check the address of the carrier&apos;s service; if it is right, tell the carrier.</source>
        <translation>La transportadora respondió con un objeto JSON en vez de una lista de planillas. Revise la dirección del servicio de la transportadora; si está bien, avise a la transportadora.</translation>
    </message>
    <message>
        <source>The answer is not from the carrier&apos;s service: it is a web page or a text instead of JSON. Check the address of the carrier&apos;s service, and whether the network requires a sign-in in the browser first.</source>
        <translation>La respuesta no es del servicio de la transportadora: es una página web o un texto en vez de JSON. Revise la dirección del servicio de la transportadora, y si la red pide antes iniciar sesión en el navegador.</translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is empty: not even an empty list came. Load again; if this continues, tell the carrier.</source>
        <translation>La respuesta de la transportadora está vacía, sin siquiera una lista vacía. Vuelva a cargar; si sigue igual, avise a la transportadora.</translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is cut short. Load again; if this continues, tell the carrier.</source>
        <translation>La respuesta de la transportadora llegó cortada. Vuelva a cargar; si sigue igual, avise a la transportadora.</translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is not valid JSON. Load again; if this continues, tell the carrier.</source>
        <translation>La respuesta de la transportadora no es JSON válido. Vuelva a cargar; si sigue igual, avise a la transportadora.</translation>
    </message>
    <message>
        <source>The carrier answered with a list, but nothing in it is a manifest. The day stays as it was; tell the carrier.</source>
        <translation>La transportadora respondió con una lista en la que nada es una planilla. El día queda como estaba; avise a la transportadora.</translation>
    </message>
    <message>
        <source>No carrier code is given. Enter the code that the carrier gave you.</source>
        <translation>Falta el código de la transportadora. Escriba el código que ella le dio.</translation>
    </message>
    <message>
        <source>The carrier code contains a character that cannot be sent. Type it again.</source>
        <translation>El código de la transportadora tiene un carácter que no se puede enviar. Escríbalo de nuevo.</translation>
    </message>
    <message>
        <source>The carrier&apos;s token or user contains a character that cannot be sent: a line break, an accent, or a space at an end. Enter both again.</source>
        <translation>El token o el usuario de la transportadora tiene un carácter que no se puede enviar: un salto de línea, una tilde o un espacio en un extremo. Escriba ambos de nuevo.</translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is compressed in a way that cannot be read. Load again; if this continues, tell the carrier.</source>
        <translation>La respuesta de la transportadora viene comprimida de una forma que no se puede leer. Vuelva a cargar; si sigue igual, avise a la transportadora.</translation>
    </message>
    <message>
        <source>No connection to {server} can be made. Check the network, and the address of the carrier&apos;s service; if both are right, it may be down.</source>
        <translation>No se puede conectar con {server}. Revise la red y la dirección del servicio de la transportadora; si ambas están bien, puede que esté caído.</translation>
    </message>
    <message>
        <source>The name of {server} cannot be found. Check that this computer is on the network, and the address of the carrier&apos;s service.</source>
        <translation>No se encuentra el nombre {server}. Revise que este computador tenga red, y la dirección del servicio de la transportadora.</translation>
    </message>
    <message>
        <source>This computer does not trust the certificate of {server} ({reason}), so nothing was sent. Check the address of the carrier&apos;s service.</source>
        <translation>Este computador no confía en el certificado de {server} ({reason}), así que no se envió nada. Revise la dirección del servicio de la transportadora.</translation>
    </message>
    <message>
        <source>This computer does not trust the certificate of {server} ({reason}), so nothing was sent. Check the address of the carrier&apos;s service. A proxy or antivirus program may inspect the connection: then your network&apos;s administrator has to add its certificate to those that this computer trusts.</source>
        <translation>Este computador no confía en el certificado de {server} ({reason}), así que no se envió nada. Revise la dirección del servicio de la transportadora. Puede ser que un proxy o un antivirus inspeccione la conexión: entonces el administrador de su red debe agregar el certificado de este a los que este computador acepta.</translation>
    </message>
    <message>
        <source>{sentence} The carrier says: “{reason}”.</source>
        <translation>{sentence} La transportadora dice: «{reason}».</translation>
    </message>
    <message>
        <source>This desk has no carriers yet. Name them: despacho settings set carriers CODE,CODE</source>
        <translation>Este puesto aún no tiene transportadoras. Indíquelas: despacho settings set carriers CÓDIGO,CÓDIGO</translation>
    </message>
    <message>
        <source>Say what to save: --reason, --next-step, --note, --called, --acknowledge or --assign.</source>
        <translation>Indique qué guardar: --reason, --next-step, --note, --called, --acknowledge o --assign.</translation>
    </message>
    <message>
        <source>The address of the carrier&apos;s service, {origin}, is not encrypted: others could read token and user on the way, so nothing is sent. Ask the carrier for its https address, and enter it.</source>
        <translation>La dirección del servicio de la transportadora, {origin}, no está cifrada: otros podrían leer el token y el usuario en el camino, así que no se envía nada. Pida a la transportadora su dirección https y escríbala.</translation>
    </message>
    <message>
        <source>Enter the phrase that the desks of this site share.</source>
        <translation>Escriba la frase que comparten los puestos de esta sede.</translation>
    </message>
    <message>
        <source>An .xlsx sheet holds {most} rows and there are more. Export them as csv instead.</source>
        <translation>Una hoja .xlsx admite {most} filas y hay más. Expórtelas como csv.</translation>
    </message>
    <message>
        <source>The data in {path} cannot be read or written ({reason}). It is on a network drive, where SQLite&apos;s write-ahead log does not work: move the data folder to a disk of this computer, and name it in DESPACHO_DATA_DIR.</source>
        <translation>Los datos de {path} no se pueden leer o escribir ({reason}). Están en una unidad de red, donde no funciona el registro previo de SQLite: mueva la carpeta de datos a un disco de este computador e indíquela en DESPACHO_DATA_DIR.</translation>
    </message>
    <message>
        <source>A copy of the data needs {needed} MB of free space for {path}, and the disk has less. Free some space.</source>
        <translation>Una copia de los datos necesita {needed} MB libres en {path}, y el disco tiene menos. Libere espacio.</translation>
    </message>
    <message>
        <source>“{name}” cannot be a name: Windows keeps it for a device, whatever follows it. Choose another one.</source>
        <translation>«{name}» no puede ser un nombre: Windows lo reserva para un dispositivo, siga lo que siga. Elija otro.</translation>
    </message>
    <message>
        <source>“{name}” cannot be a name: Windows drops a dot or a blank at its end. Choose another one.</source>
        <translation>«{name}» no puede ser un nombre: Windows quita un punto o un espacio al final. Elija otro.</translation>
    </message>
    <message>
        <source>The name “{name}” is too long. Choose a shorter one.</source>
        <translation>El nombre «{name}» es demasiado largo. Elija uno más corto.</translation>
    </message>
    <message>
        <source>The path {path} is too long for this computer. Choose a shorter name, or a folder nearer to the drive.</source>
        <translation>{path} es un nombre demasiado largo para este computador, con sus carpetas. Elija uno más corto, o una carpeta más cercana a la unidad.</translation>
    </message>
    <message>
        <source>{drive} cannot be reached. Connect it, or choose another folder.</source>
        <translation>No se puede acceder a {drive}. Conéctelo o elija otra carpeta.</translation>
    </message>
    <message>
        <source>The process that loads days could not be started: {reason}. Close other programs, then load the day again.</source>
        <translation>El proceso que carga los días no se pudo iniciar: {reason}. Cierre otros programas y vuelva a cargar el día.</translation>
    </message>
    <message>
        <source>The process that loads days ended before the day was loaded ({reason}). Load the day again.</source>
        <translation>El proceso que carga los días terminó antes de cargar el día ({reason}). Vuelva a cargar el día.</translation>
    </message>
    <message>
        <source>The process that loads days did not answer any more and was ended. Load the day again.</source>
        <translation>El proceso que carga los días dejó de responder y se terminó. Vuelva a cargar el día.</translation>
    </message>
    <message>
        <source>The day needs more than {megabytes} MB of memory, so it was not loaded. Tell the carrier how long its answer is.</source>
        <translation>El día necesita más de {megabytes} MB de memoria, por eso no se cargó. Informe a la transportadora de lo larga que es su respuesta.</translation>
    </message>
    <message>
        <source>Despacho was updated while it was running. Close it and start it again; until then it loads no days.</source>
        <translation>Despacho se actualizó mientras estaba abierto. Ciérrelo y ábralo de nuevo; hasta entonces no carga días.</translation>
    </message>
    <message>
        <source>The file of the setting relay_ca_file, {file}, holds no certificate that can be read ({reason}).</source>
        <translation>El archivo del ajuste relay_ca_file, {file}, no tiene un certificado que se pueda leer ({reason}).</translation>
    </message>
    <message>
        <source>The system&apos;s time zone is unknown ({reason}). Set the site&apos;s: despacho settings set time_zone America/Bogota</source>
        <translation>No se conoce la zona horaria del sistema ({reason}). Defina la de la sede: despacho settings set time_zone America/Bogota</translation>
    </message>
    <message>
        <source>The receiver does not listen on {host}: it does not encrypt, so others on the network could read the token and the notifications. Let it listen on 127.0.0.1, and let a reverse proxy on this computer give it an https address. It listens there all the same with: despacho receive --host {host}</source>
        <translation>El receptor no escucha en {host}: no cifra, así que otros en la red podrían leer el token y los avisos. Hágalo escuchar en 127.0.0.1 y deje que un proxy inverso en este computador le dé una dirección https. Para escuchar ahí de todos modos: despacho receive --host {host}</translation>
    </message>
    <message>
        <source>This user has no home folder, so Despacho has no place for its data. Name a folder: --data-dir DIR, or DESPACHO_DATA_DIR.</source>
        <translation>Este usuario no tiene carpeta personal, así que Despacho no tiene dónde guardar sus datos. Indique una carpeta: --data-dir CARPETA, o DESPACHO_DATA_DIR.</translation>
    </message>
    <message>
        <source>The copy {path} was not whole once its old days were removed ({problem}), and stays as it was. Check the disk: despacho doctor</source>
        <translation>La copia {path} no quedó completa al quitarle los días antiguos ({problem}), y sigue como estaba. Revise el disco: despacho doctor</translation>
    </message>
    <message>
        <source>{host} is not an address of this computer. Let the receiver listen on 127.0.0.1.</source>
        <translation>{host} no es una dirección de este computador. Haga que el receptor escuche en 127.0.0.1.</translation>
    </message>
    <message>
        <source>A program already listens at {path}. End it, or choose another path.</source>
        <translation>Un programa ya escucha en {path}. Termínelo o elija otro archivo.</translation>
    </message>
    <message>
        <source>The receiver listens at a socket in a folder that only you can write to, and {folder} is not one. Choose another.</source>
        <translation>El receptor escucha en un socket de una carpeta en la que solo usted puede escribir, y {folder} no lo es. Elija otra.</translation>
    </message>
    <message>
        <source>The receiver cannot listen at {path} ({reason}). Check the path.</source>
        <translation>El receptor no puede escuchar en {path} ({reason}). Revise el archivo.</translation>
    </message>
    <message>
        <source>The receiver has no Unix sockets on Windows. Let it listen on 127.0.0.1.</source>
        <translation>En Windows el receptor no tiene sockets Unix. Hágalo escuchar en 127.0.0.1.</translation>
    </message>
    <message>
        <source>The file {path} is damaged. The receiver or the window restores it from the newest copy in the folder “backups” beside it; if neither is running, start Despacho. Then try again.</source>
        <translation>El archivo {path} está dañado. El receptor o la ventana lo restaura con la copia más reciente de la carpeta «backups», a su lado; si ninguno está abierto, inicie Despacho. Después, intente de nuevo.</translation>
    </message>
    <message>
        <source>The proxy {proxy} refuses the request to {server}. Check the system&apos;s proxy settings, or ask your network&apos;s administrator.</source>
        <translation>El proxy {proxy} rechaza la solicitud a {server}. Revise la configuración de proxy del sistema, o consulte con quien administra la red.</translation>
    </message>
    <message>
        <source>The proxy {proxy} that this computer is set to use cannot be reached. Check the network and the system&apos;s proxy settings.</source>
        <translation>No se puede llegar al proxy {proxy} que este computador tiene configurado. Revise la red y la configuración de proxy del sistema.</translation>
    </message>
    <message>
        <source>The connection to {server} was lost before the answer was complete. Check the network and load again.</source>
        <translation>Se perdió la conexión con {server} antes de que llegara toda la respuesta. Revise la red y vuelva a cargar.</translation>
    </message>
    <message>
        <source>The mode of {path} cannot be changed ({reason}). Ask its owner or the administrator to: chmod 700 {path}</source>
        <translation>No se pueden cambiar los permisos de {path} ({reason}). Pida a su dueño o al administrador: chmod 700 {path}</translation>
    </message>
    <message>
        <source>The proxy that this computer is set to use, {proxy}, is not supported: only HTTP proxies are. Change it in the system&apos;s network settings (or HTTPS_PROXY), or exclude the carrier&apos;s server from it.</source>
        <translation>El proxy que este computador tiene configurado, {proxy}, no se puede usar: solo sirven proxies HTTP. Cámbielo en la configuración de red del sistema (o en HTTPS_PROXY), o exceptúe el servidor de la transportadora.</translation>
    </message>
    <message>
        <source>The carrier does not accept the carrier code {carrier} or the date {date} (status 400). Check both.</source>
        <translation>La transportadora no acepta el código {carrier} o la fecha {date} (estado 400). Revise ambos.</translation>
    </message>
    <message>
        <source>This user has no permission for carrier {carrier} on {date} (status 403). Check the carrier code, or ask the carrier for permission.</source>
        <translation>Este usuario no tiene permiso para el código {carrier} en la fecha {date} (estado 403). Revise el código de la transportadora, o pídale el permiso.</translation>
    </message>
    <message>
        <source>The network&apos;s proxy requires a sign-in (status 407). Ask your network&apos;s administrator, or set the proxy&apos;s user in HTTPS_PROXY.</source>
        <translation>El proxy de la red pide iniciar sesión (estado 407). Consulte con quien administra la red, o ponga el usuario del proxy en HTTPS_PROXY.</translation>
    </message>
    <message>
        <source>The carrier received too many requests (status 429). Wait some minutes, then load again.</source>
        <translation>La transportadora recibió demasiadas consultas (estado 429). Espere unos minutos y vuelva a cargar.</translation>
    </message>
    <message>
        <source>The carrier&apos;s service has a problem (status {status}). Load again in some minutes; if this continues, tell the carrier.</source>
        <translation>El servicio de la transportadora tiene problemas (estado {status}). Vuelva a cargar en unos minutos; si sigue igual, avise a la transportadora.</translation>
    </message>
    <message>
        <source>The carrier&apos;s answer is larger than a day can be, so it was not read completely, and the day stays as it was. Tell the carrier.</source>
        <translation>La respuesta de la transportadora es más grande de lo que puede ser un día, así que no se leyó hasta el final y el día queda como estaba. Avise a la transportadora.</translation>
    </message>
    <message>
        <source>Port {port} is taken by another program, and notifications with your token may be going to it. Find it: {command} – Stop it or choose another port. Then change the token, as that program may know it.</source>
        <translation>El puerto {port} está ocupado por otro programa, y los avisos con su token pueden estar llegándole. Búsquelo: {command} – Termínelo o elija otro puerto. Luego cambie el token, porque ese programa puede conocerlo.</translation>
    </message>
    <message>
        <source>Port {port} is taken by a program of another user, {user}, and notifications with your token may be going to it. Find it: {command} – Stop it or choose another port. Then change the token, as that program may know it.</source>
        <translation>El puerto {port} está ocupado por un programa de otro usuario, {user}, y los avisos con su token pueden estar llegándole. Búsquelo: {command} – Termínelo o elija otro puerto. Luego cambie el token, porque ese programa puede conocerlo.</translation>
    </message>
    <message>
        <source>Port {port} is reserved by the system. Choose another port.</source>
        <translation>El puerto {port} está reservado por el sistema. Elija otro puerto.</translation>
    </message>
    <message>
        <source>The setting {key} cannot be “{value}”. It must be {wanted}.</source>
        <translation>El ajuste {key} no puede ser «{value}». Debe ser {wanted}.</translation>
    </message>
    <message>
        <source>There is no setting {key}. The settings are: {keys}.</source>
        <translation>No existe el ajuste {key}. Los ajustes son: {keys}.</translation>
    </message>
    <message>
        <source>The file {path} is no valid TOML ({reason}). Correct it, or move it away.</source>
        <translation>El archivo {path} no es TOML válido ({reason}). Corríjalo, o muévalo a otro lugar.</translation>
    </message>
    <message>
        <source>The file {path} cannot be read or written ({reason}). Check the folder and its permissions.</source>
        <translation>El archivo {path} no se puede leer o escribir ({reason}). Revise la carpeta y sus permisos.</translation>
    </message>
    <message>
        <source>The copy of {path} was not whole ({problem}) and was not kept. Check the disk that it is on: despacho doctor</source>
        <translation>La copia de {path} no quedó completa ({problem}) y no se guardó. Revise el disco donde está: despacho doctor</translation>
    </message>
    <message>
        <source>Another program is using Despacho&apos;s data and did not let go: {command}, process {pid}. Wait a moment and try again; if it hangs, end that process.</source>
        <translation>Otro programa está usando los datos de Despacho y no los suelta: {command}, proceso {pid}. Espere un momento e intente de nuevo; si no responde, termine ese proceso.</translation>
    </message>
    <message>
        <source>Another program is using Despacho&apos;s data and did not let go. Wait a moment and try again.</source>
        <translation>Otro programa está usando los datos de Despacho y no los suelta. Espere un momento e intente de nuevo.</translation>
    </message>
    <message>
        <source>The disk is full: nothing could be saved in {path}. Free some space and try again.</source>
        <translation>El disco está lleno: no se pudo guardar nada en {path}. Libere espacio e intente de nuevo.</translation>
    </message>
    <message>
        <source>The file {path} is damaged, and there is no copy of it yet. The receiver or the window starts a new file with what can be read out of it; if neither is running, start Despacho. Then try again.</source>
        <translation>El archivo {path} está dañado y todavía no hay copia. El receptor o la ventana empieza un archivo nuevo con lo que se pueda leer de él; si ninguno está abierto, inicie Despacho. Después, intente de nuevo.</translation>
    </message>
    <message>
        <source>The data in {path} cannot be read or written ({reason}). Check the folder and its permissions.</source>
        <translation>Los datos en {path} no se pueden leer o escribir ({reason}). Revise la carpeta y sus permisos.</translation>
    </message>
    <message>
        <source>This data was made by a newer version of Despacho, and this version would damage it. Install the newer version, or choose another data folder.</source>
        <translation>Estos datos son de una versión más nueva de Despacho, y esta versión los dañaría. Instale la versión más nueva, o elija otra carpeta de datos.</translation>
    </message>
    <message>
        <source>Search for at most {most} words at once.</source>
        <translation>Busque como máximo {most} palabras a la vez.</translation>
    </message>
</context>
<context>
    <name>ErrorNotices</name>
    <message>
        <source>Something in Despacho went wrong ({name}). The saved data is safe; if it recurs, report it.</source>
        <translation>Algo falló en Despacho ({name}). Los datos guardados están a salvo; si se repite, avise a quienes mantienen el programa.</translation>
    </message>
    <message>
        <source>Despacho ended unexpectedly last time. The saved data is safe. The report is {file}.</source>
        <translation>La última vez Despacho terminó de forma inesperada. Los datos guardados están a salvo. El informe está en {file}.</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Ver el informe</translation>
    </message>
</context>
<context>
    <name>ExportColumns</name>
    <message>
        <source>Columns to export</source>
        <translation>Columnas para exportar</translation>
    </message>
    <message>
        <source>Space chooses a column, Alt+↑ and Alt+↓ move it.</source>
        <translation>Espacio elige una columna; Alt+↑ y Alt+↓ la mueven.</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>Como en la pantalla</translation>
    </message>
</context>
<context>
    <name>ExportController</name>
    <message>
        <source>Open file</source>
        <translation>Abrir el archivo</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>There is nothing to export: this table has no rows.</source>
        <translation>No hay nada que exportar: esta tabla no tiene filas.</translation>
    </message>
    <message>
        <source>Export: {table}</source>
        <translation>Exportar: {table}</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Excel workbook (*.xlsx)</source>
        <translation>Libro de Excel (*.xlsx)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) exported to {path}</source>
        <translation>
            <numerusform>%Ln fila exportada a {path}</numerusform>
            <numerusform>%Ln filas exportadas a {path}</numerusform>
        </translation>
    </message>
    <message>
        <source>No program here opens {path}</source>
        <translation>Ningún programa de este computador abre {path}</translation>
    </message>
    <message>
        <source>CSV text (*.csv)</source>
        <translation>Texto CSV (*.csv)</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Excel workbook (XLSX)</source>
        <translation>Libro de Excel (XLSX)</translation>
    </message>
    <message>
        <source>Text (CSV)</source>
        <translation>Texto (CSV)</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>Avance de la exportación</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message numerus="yes">
        <source>What I see: %Ln row(s)</source>
        <translation>
            <numerusform>Lo que veo: %Ln fila</numerusform>
            <numerusform>Lo que veo: %Ln filas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Selected: %Ln row(s)</source>
        <translation>
            <numerusform>Lo seleccionado: %Ln fila</numerusform>
            <numerusform>Lo seleccionado: %Ln filas</numerusform>
        </translation>
    </message>
    <message>
        <source>The rows stay those of this moment; their values are those of the moment of writing.</source>
        <translation>Las filas son las de este momento; sus valores, los del momento de escribir.</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Nothing is filtered out.</source>
        <translation>No se filtra nada.</translation>
    </message>
    <message numerus="yes">
        <source>The whole day: %Ln row(s)</source>
        <translation>
            <numerusform>El día entero: %Ln fila</numerusform>
            <numerusform>El día entero: %Ln filas</numerusform>
        </translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>Como en la pantalla</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
    <message>
        <source>commas</source>
        <translation>comas</translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation>punto y coma</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>tabuladores</translation>
    </message>
    <message>
        <source>A second sheet says what the first one holds: filters, totals, reception gaps.</source>
        <translation>Una segunda hoja dice qué contiene la primera: filtros, totales, periodos sin recepción.</translation>
    </message>
    <message>
        <source>With {separators} between the cells, as spreadsheets here expect. Nothing but the rows.</source>
        <translation>Con {separators} entre las celdas, como lo esperan aquí las hojas de cálculo. Nada más que las filas.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>My choice</source>
        <translation>Mi selección</translation>
    </message>
    <message>
        <source>Putting the file together…</source>
        <translation>Armando el archivo…</translation>
    </message>
    <message>
        <source>{rows} of {total} rows</source>
        <translation>{rows} de {total} filas</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Recipient absent</source>
        <translation>Ausente</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Rechazado</translation>
    </message>
    <message>
        <source>Wrong address</source>
        <translation>Dirección errada</translation>
    </message>
    <message>
        <source>Zone not served</source>
        <translation>Zona sin cobertura</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otro</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>No contesta</translation>
    </message>
    <message>
        <source>Rescheduled</source>
        <translation>Reprogramado</translation>
    </message>
    <message>
        <source>No cash</source>
        <translation>Sin efectivo</translation>
    </message>
    <message>
        <source>Dangerous zone</source>
        <translation>Zona peligrosa</translation>
    </message>
</context>
<context>
    <name>FieldErrors</name>
    <message>
        <source>There is no such time zone. Choose one from the list.</source>
        <translation>No existe esa zona horaria. Elija una de la lista.</translation>
    </message>
    <message>
        <source>It must be {wanted}.</source>
        <translation>Debe ser {wanted}.</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Delivered</source>
        <translation>Entregados</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallidos</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otros</translation>
    </message>
    <message>
        <source>Parcels</source>
        <translation>Envíos</translation>
    </message>
    <message>
        <source>Beside the outcomes: one parcel may be counted in several of these lines</source>
        <translation>Aparte de los resultados: un envío puede contarse en varias de estas líneas</translation>
    </message>
    <message>
        <source>Delivered later</source>
        <translation>Entregados después</translation>
    </message>
    <message>
        <source>Outcomes seen only by a later load</source>
        <translation>Resultados vistos solo en una carga posterior</translation>
    </message>
    <message>
        <source>Contradictions</source>
        <translation>Contradicciones</translation>
    </message>
    <message>
        <source>Possibly missed</source>
        <translation>Posibles avisos perdidos</translation>
    </message>
    <message>
        <source>Ambiguous</source>
        <translation>Ambiguos</translation>
    </message>
    <message>
        <source>Other doubts</source>
        <translation>Otras dudas</translation>
    </message>
    <message>
        <source>Counted with two carriers</source>
        <translation>Contados en dos transportadoras</translation>
    </message>
    <message>
        <source>Not in force</source>
        <translation>De planilla no vigente</translation>
    </message>
    <message>
        <source>Not in force, but visited</source>
        <translation>De planilla no vigente, pero visitados</translation>
    </message>
    <message>
        <source>Rows left out, moved to another listing</source>
        <translation>Filas sin contar, trasladadas a otro listado</translation>
    </message>
    <message>
        <source>Rows left out, delivered on an earlier day</source>
        <translation>Filas omitidas, entregadas en un día anterior</translation>
    </message>
    <message>
        <source>Rows left out, gone before the day began</source>
        <translation>Filas omitidas, retiradas antes de comenzar el día</translation>
    </message>
    <message>
        <source>Further rows of a parcel, left out</source>
        <translation>Filas repetidas de un envío, sin contar</translation>
    </message>
    <message>
        <source>Declared values that are no number, counted as 0</source>
        <translation>Valores declarados que no son un número, contados como 0</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Remove filter {filter}</source>
        <translation>Quitar el filtro {filter}</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Limpiar filtros</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>«{words}»</translation>
    </message>
    <message>
        <source>Save as view…</source>
        <translation>Guardar como vista…</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>Other columns</source>
        <translation>Otras columnas</translation>
    </message>
    <message>
        <source>Filter by {column}</source>
        <translation>Filtrar por {column}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not found</source>
        <translation>
            <numerusform>%Ln no encontrado</numerusform>
            <numerusform>%Ln no encontrados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln number(s)</source>
        <translation>
            <numerusform>%Ln número</numerusform>
            <numerusform>%Ln números</numerusform>
        </translation>
    </message>
    <message>
        <source>{found} of {listed} numbers found</source>
        <translation>{found} de {listed} números encontrados</translation>
    </message>
    <message>
        <source>{column}: with a value</source>
        <translation>{column}: con dato</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
</context>
<context>
    <name>FilterController</name>
    <message>
        <source>A list can hold {most} numbers at once, and this one has {listed}. Paste it in parts.</source>
        <translation>Una lista puede tener {most} números a la vez, y esta tiene {listed}. Péguela por partes.</translation>
    </message>
    <message>
        <source>search and filters cleared</source>
        <translation>búsqueda y filtros quitados</translation>
    </message>
    <message>
        <source>view {view}</source>
        <translation>vista {view}</translation>
    </message>
    <message>
        <source>filters changed</source>
        <translation>filtros cambiados</translation>
    </message>
</context>
<context>
    <name>FilterPopup</name>
    <message>
        <source>Filter by {column}</source>
        <translation>Filtrar por {column}</translation>
    </message>
    <message>
        <source>Sort A → Z</source>
        <translation>Ordenar A → Z</translation>
    </message>
    <message>
        <source>Sort Z → A</source>
        <translation>Ordenar Z → A</translation>
    </message>
    <message>
        <source>Lowest first</source>
        <translation>Menor primero</translation>
    </message>
    <message>
        <source>Highest first</source>
        <translation>Mayor primero</translation>
    </message>
    <message>
        <source>Find; Enter shows only the first…</source>
        <translation>Buscar; Enter deja solo el primero…</translation>
    </message>
    <message>
        <source>Find in {column}</source>
        <translation>Buscar en {column}</translation>
    </message>
    <message>
        <source>Only this</source>
        <translation>Solo esta</translation>
    </message>
    <message>
        <source>Remove filter</source>
        <translation>Quitar filtro</translation>
    </message>
    <message>
        <source>Applied as you tick</source>
        <translation>Se aplica al marcar</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
    <message>
        <source>Only the {most} most frequent values are listed.</source>
        <translation>Solo se listan los {most} valores más frecuentes.</translation>
    </message>
    <message>
        <source>No value matches.</source>
        <translation>Ningún valor coincide.</translation>
    </message>
</context>
<context>
    <name>FirstMinutes</name>
    <message>
        <source>{done} of {all} done</source>
        <translation>{done} de {all} listos</translation>
    </message>
</context>
<context>
    <name>FollowUpCard</name>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>No reason</source>
        <translation>Sin motivo</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo paso</translation>
    </message>
    <message>
        <source>No next step</source>
        <translation>Sin próximo paso</translation>
    </message>
    <message>
        <source>Assigned to</source>
        <translation>A cargo</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>Sin asignar</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Note: what was said, by whom, what was agreed…</source>
        <translation>Nota: lo que dijo, a quién, qué se acordó…</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Marcar como atendido</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message>
        <source>Being handled by {who}</source>
        <translation>Lo está atendiendo {who}</translation>
    </message>
    <message>
        <source>Call again {time}</source>
        <translation>Volver a llamar {time}</translation>
    </message>
    <message>
        <source>Follow-up</source>
        <translation>Seguimiento</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Ya se llamó</translation>
    </message>
    <message>
        <source>Undo the acknowledgement</source>
        <translation>Quitar la marca de atendido</translation>
    </message>
    <message>
        <source>Called · {time}</source>
        <translation>Ya se llamó · {time}</translation>
    </message>
    <message>
        <source>Acknowledged: {who}</source>
        <translation>Atendido: {who}</translation>
    </message>
    <message>
        <source>Failed again since acknowledged: {who}</source>
        <translation>Falló de nuevo después de atenderlo: {who}</translation>
    </message>
</context>
<context>
    <name>FollowUpController</name>
    <message>
        <source>What you noted is still being saved. Close once more to leave without waiting for that.</source>
        <translation>Lo que anotó todavía se está guardando. Cierre otra vez para salir sin esperar.</translation>
    </message>
    <message>
        <source>Close once more to leave without it.</source>
        <translation>Cierre otra vez para salir sin guardarlo.</translation>
    </message>
    <message numerus="yes">
        <source>What you noted of %Ln row(s) is not saved.</source>
        <translation>
            <numerusform>Lo que anotó de %Ln fila no está guardado.</numerusform>
            <numerusform>Lo que anotó de %Ln filas no está guardado.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select shipments or visits first.</source>
        <translation>Primero seleccione envíos o visitas.</translation>
    </message>
    <message>
        <source>None of the selected rows failed: there is nothing to acknowledge.</source>
        <translation>Ninguna de las filas seleccionadas falló: no hay nada que marcar como atendido.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln envío</numerusform>
            <numerusform>%Ln envíos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Acknowledge %Ln shipment(s)</source>
        <translation>
            <numerusform>Marcar %Ln envío como atendido</numerusform>
            <numerusform>Marcar %Ln envíos como atendidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s)</source>
        <translation>
            <numerusform>%Ln visita</numerusform>
            <numerusform>%Ln visitas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Acknowledge %Ln visit(s)</source>
        <translation>
            <numerusform>Marcar %Ln visita como atendida</numerusform>
            <numerusform>Marcar %Ln visitas como atendidas</numerusform>
        </translation>
    </message>
    <message>
        <source>{what} · Ctrl+Z undoes</source>
        <translation>{what} · Ctrl+Z deshace</translation>
    </message>
    <message>
        <source>assigned to {who}</source>
        <translation>a cargo de {who}</translation>
    </message>
    <message>
        <source>assigned to nobody</source>
        <translation>sin asignar</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>The summary is on the clipboard.</source>
        <translation>El resumen está en el portapapeles.</translation>
    </message>
    <message>
        <source>Not done again: {what}. {why}</source>
        <translation>No se rehizo: {what}. {why}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) acknowledged</source>
        <translation>
            <numerusform>%Ln fila atendida</numerusform>
            <numerusform>%Ln filas atendidas</numerusform>
        </translation>
    </message>
    <message>
        <source>acknowledgement taken back</source>
        <translation>marca de atendido quitada</translation>
    </message>
    <message>
        <source>note</source>
        <translation>nota</translation>
    </message>
    <message>
        <source>follow-up</source>
        <translation>seguimiento</translation>
    </message>
    <message>
        <source>Not undone: {what}. {why}</source>
        <translation>No se deshizo: {what}. {why}</translation>
    </message>
    <message>
        <source>This could not be taken back, because somebody changed it since: {what}</source>
        <translation>Esto no se pudo deshacer, porque alguien lo cambió después: {what}</translation>
    </message>
</context>
<context>
    <name>FollowUpDialog</name>
    <message>
        <source>Acknowledge</source>
        <translation>Marcar como atendido</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Sin cambio</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo paso</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Sí</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Ya se llamó</translation>
    </message>
</context>
<context>
    <name>FollowUpWords</name>
    <message>
        <source>{who} at {desk}</source>
        <translation>{who} en {desk}</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>{who}: {what}</source>
        <translation>{who}: {what}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>reason {reason}</source>
        <translation>motivo {reason}</translation>
    </message>
    <message>
        <source>next step {step}</source>
        <translation>próximo paso {step}</translation>
    </message>
    <message>
        <source>called</source>
        <translation>llamó</translation>
    </message>
    <message>
        <source>not called after all</source>
        <translation>al final no llamó</translation>
    </message>
    <message>
        <source>note “{note}”</source>
        <translation>nota «{note}»</translation>
    </message>
    <message>
        <source>note taken away</source>
        <translation>nota quitada</translation>
    </message>
    <message>
        <source>assigned to nobody</source>
        <translation>sin asignar</translation>
    </message>
    <message>
        <source>assigned to {who}</source>
        <translation>a cargo de {who}</translation>
    </message>
    <message>
        <source>you</source>
        <translation>usted</translation>
    </message>
    <message>
        <source>call again {time}</source>
        <translation>volver a llamar {time}</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>atendido</translation>
    </message>
    <message>
        <source>acknowledgement taken back</source>
        <translation>marca de atendido quitada</translation>
    </message>
</context>
<context>
    <name>Gap</name>
    <message>
        <source>Despacho was closed</source>
        <translation>Despacho estaba cerrado</translation>
    </message>
    <message>
        <source>the computer was asleep</source>
        <translation>computador suspendido</translation>
    </message>
    <message>
        <source>Despacho did not respond</source>
        <translation>Despacho no respondía</translation>
    </message>
    <message>
        <source>the receiver was not running</source>
        <translation>receptor inactivo</translation>
    </message>
    <message>
        <source>the receiver had no token</source>
        <translation>receptor sin token</translation>
    </message>
    <message>
        <source>the notifications had a wrong token</source>
        <translation>los avisos traían un token equivocado</translation>
    </message>
    <message>
        <source>what the provider sent could not be read, though its token was right: ask for JSON, plain or as gzip</source>
        <translation>lo que envió el proveedor no se pudo leer, aunque el token era correcto: pídale JSON, sin comprimir o en gzip</translation>
    </message>
    <message>
        <source>nothing could be saved</source>
        <translation>no se podía guardar</translation>
    </message>
    <message>
        <source>the public address did not lead here</source>
        <translation>la dirección pública no llegaba aquí</translation>
    </message>
    <message>
        <source>the data had to be restored</source>
        <translation>hubo que restaurar los datos</translation>
    </message>
    <message>
        <source>{cause} (on {desk})</source>
        <translation>{cause} (en {desk})</translation>
    </message>
</context>
<context>
    <name>GapsTable</name>
    <message>
        <source>Reception gaps</source>
        <translation>Periodos sin recepción</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Duración</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Causa</translation>
    </message>
    <message>
        <source>not over yet</source>
        <translation>aún no termina</translation>
    </message>
    <message>
        <source>{cause}; nothing was missed: the receiver on {desk} heard</source>
        <translation>{cause}; no se perdió nada: el receptor de {desk} escuchó</translation>
    </message>
</context>
<context>
    <name>GlobalSearchDialog</name>
    <message>
        <source>Search in all days</source>
        <translation>Buscar en todos los días</translation>
    </message>
    <message>
        <source>Number, recipient, phone, address…</source>
        <translation>Número, destinatario, teléfono, dirección…</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Ir allá</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>No shipment and no visit of any day on this computer matches “{words}”.</source>
        <translation>Ningún envío ni visita de ningún día en este computador coincide con «{words}».</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>No encontrado</translation>
    </message>
    <message>
        <source>All days and carriers that were loaded on this computer are searched, the latest first.</source>
        <translation>Se busca en todos los días y transportadoras cargados en este computador, los más recientes primero.</translation>
    </message>
    <message>
        <source>Where is it?</source>
        <translation>¿Dónde está?</translation>
    </message>
    <message numerus="yes">
        <source>The latest %Ln are shown. Type more to find older ones.</source>
        <translation>
            <numerusform>Se muestra %Ln, el más reciente. Escriba más para encontrar los anteriores.</numerusform>
            <numerusform>Se muestran los %Ln más recientes. Escriba más para encontrar los anteriores.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln encontrado</numerusform>
            <numerusform>%Ln encontrados</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be searched for</source>
        <translation>Esto no se puede buscar</translation>
    </message>
</context>
<context>
    <name>GroupCard</name>
    <message>
        <source>See the first {count}</source>
        <translation>Solo {count}</translation>
    </message>
</context>
<context>
    <name>GroupsModel</name>
    <message>
        <source>Delivered</source>
        <translation>Entregados</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avance</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallidos</translation>
    </message>
</context>
<context>
    <name>Handover</name>
    <message>
        <source>This desk made the file itself.</source>
        <translation>Este mismo puesto hizo el archivo.</translation>
    </message>
    <message>
        <source>It is of a site in the time zone {theirs}; this one is in {ours}.</source>
        <translation>Es de una sede en la zona horaria {theirs}; esta usa {ours}.</translation>
    </message>
    <message>
        <source>It is of a desk that works with {theirs}; this one works with {ours}.</source>
        <translation>Es de un puesto que trabaja con {theirs}; este trabaja con {ours}.</translation>
    </message>
    <message>
        <source>It is about {carriers}, of which this desk has loaded nothing.</source>
        <translation>Trata de {carriers}; de eso este puesto no ha cargado nada.</translation>
    </message>
    <message>
        <source>By the clock of the other desk it was made {minutes} min later than now. One is wrong.</source>
        <translation>Según el reloj del otro puesto se hizo {minutes} min más tarde que la hora de aquí. Uno de los dos relojes está mal.</translation>
    </message>
    <message>
        <source>It holds entries dated up to {time}, later than now: the clock of a desk was wrong. Until then, these go before what is written at desks that do not have them.</source>
        <translation>Tiene anotaciones con fecha hasta {time}, posterior a la de ahora: el reloj de un puesto estaba mal. Hasta entonces, estas valen más que lo que se escriba en los puestos que no los tienen.</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Manual</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versiones</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Licencias</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Carpeta del registro</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Newer version</source>
        <translation>Versión nueva</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Carpeta de datos</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>What runs here</source>
        <translation>Qué se ejecuta aquí</translation>
    </message>
    <message>
        <source>The log says what Despacho did, and a crash report what went wrong in it. Tokens and passwords, documents, phones and e-mail addresses are masked in both; names are not always. Nothing is ever sent: read them before you hand them on, if you are asked for them.</source>
        <translation>El registro dice qué hizo Despacho; un informe de error, qué falló. En ambos van enmascarados los tokens y contraseñas, los documentos, los teléfonos y los correos; los nombres, no siempre. Despacho no envía nada: si se los piden, léalos antes de entregarlos.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>Latest crash report</source>
        <translation>Último informe de error</translation>
    </message>
    <message>
        <source>There is none.</source>
        <translation>No hay ninguno.</translation>
    </message>
</context>
<context>
    <name>HiddenBelow</name>
    <message numerus="yes">
        <source>%Ln hidden · Clear all</source>
        <translation>
            <numerusform>Se oculta %Ln · Limpiar todo</numerusform>
            <numerusform>Se ocultan %Ln · Limpiar todo</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryLines</name>
    <message>
        <source>In the order of what each message says was before: the times that were sent say another.</source>
        <translation>En el orden que indica el estado anterior de cada aviso: las horas enviadas dicen otro.</translation>
    </message>
    <message>
        <source>{place} of {all}</source>
        <translation>{place} de {all}</translation>
    </message>
    <message>
        <source>received {time}</source>
        <translation>recibido {time}</translation>
    </message>
    <message numerus="yes">
        <source>came %Ln more time(s)</source>
        <translation>
            <numerusform>llegó %Ln vez más</numerusform>
            <numerusform>llegó %Ln veces más</numerusform>
        </translation>
    </message>
    <message>
        <source>Listed in manifest {manifest}: {status}</source>
        <translation>En la planilla {manifest}: {status}</translation>
    </message>
    <message>
        <source>Carrier&apos;s status: {status}</source>
        <translation>Transportadora: {status}</translation>
    </message>
    <message>
        <source>Moved to manifest {manifest}</source>
        <translation>Pasó a la planilla {manifest}</translation>
    </message>
    <message>
        <source>No longer listed</source>
        <translation>Ya no figura</translation>
    </message>
    <message>
        <source>Listed again: {status}</source>
        <translation>Figura de nuevo: {status}</translation>
    </message>
    <message>
        <source>no status</source>
        <translation>sin estado</translation>
    </message>
    <message>
        <source>Visit: {status}</source>
        <translation>Visita: {status}</translation>
    </message>
    <message>
        <source>Check-in · nothing to measure by</source>
        <translation>Check-in · no hay con qué medir</translation>
    </message>
    <message>
        <source>Check-in {distance} from the address</source>
        <translation>Check-in a {distance} de la dirección</translation>
    </message>
    <message>
        <source>Check-out</source>
        <translation>Check-out</translation>
    </message>
    <message>
        <source>Check-out, before its check-in</source>
        <translation>Check-out, antes de su check-in</translation>
    </message>
    <message>
        <source>Check-out · dwell time {time}</source>
        <translation>Check-out · {time} en el sitio</translation>
    </message>
</context>
<context>
    <name>HitsTable</name>
    <message>
        <source>Found</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>Recipient or contact</source>
        <translation>Destinatario o contacto</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>Shipment</source>
        <translation>Envío</translation>
    </message>
    <message>
        <source>Visit</source>
        <translation>Visita</translation>
    </message>
</context>
<context>
    <name>HoursCard</name>
    <message>
        <source>Visits closed by hour</source>
        <translation>Visitas cerradas por hora</translation>
    </message>
    <message>
        <source>No reception</source>
        <translation>Sin recepción</translation>
    </message>
</context>
<context>
    <name>HoursChart</name>
    <message>
        <source>Visits closed by hour</source>
        <translation>Visitas cerradas por hora</translation>
    </message>
</context>
<context>
    <name>HttpsButton</name>
    <message>
        <source>Use https</source>
        <translation>Usar https</translation>
    </message>
</context>
<context>
    <name>LanesTable</name>
    <message>
        <source>Drivers</source>
        <translation>Conductores</translation>
    </message>
</context>
<context>
    <name>Licences</name>
    <message>
        <source>Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public License, version 3 (https://www.gnu.org/licenses/lgpl-3.0.html), which stands on the GNU General Public License, version 3 (https://www.gnu.org/licenses/gpl-3.0.html).</source>
        <translation>Qt y Qt for Python (PySide6, shiboken6) se usan bajo la GNU Lesser General Public License, versión 3 (https://www.gnu.org/licenses/lgpl-3.0.html), que se basa en la GNU General Public License, versión 3 (https://www.gnu.org/licenses/gpl-3.0.html).</translation>
    </message>
    <message>
        <source>They are neither changed nor built into Despacho: they lie beside it as shared libraries, which you may exchange for your own builds of them. You may study how Despacho works together with them, also in order to mend that. Their sources: https://download.qt.io/official_releases/QtForPython/ and https://code.qt.io/.</source>
        <translation>No están modificados ni forman parte de Despacho: lo acompañan como bibliotecas compartidas, que usted puede cambiar por las que compile. Puede estudiar cómo funciona Despacho con ellos, también para corregirlo. Su código fuente: https://download.qt.io/official_releases/QtForPython/ y https://code.qt.io/.</translation>
    </message>
    <message>
        <source>Qt is © The Qt Company Ltd. and other contributors.</source>
        <translation>Qt es © The Qt Company Ltd. y otros colaboradores.</translation>
    </message>
    <message>
        <source>The project states no licence of its own: ask its maintainers before you pass copies on.</source>
        <translation>El proyecto no indica una licencia propia: pregunte a quienes lo mantienen antes de pasar copias a otros.</translation>
    </message>
    <message>
        <source>The icons were drawn for Despacho. Its texts are set in the fonts of your system; it brings none along. The names, people and addresses of the demo are made up.</source>
        <translation>Los iconos se dibujaron para Despacho. Sus textos usan las fuentes de su sistema; no trae ninguna. Los nombres, personas y direcciones de la demostración son inventados.</translation>
    </message>
</context>
<context>
    <name>LicencesPage</name>
    <message>
        <source>Licences</source>
        <translation>Licencias</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Parte</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versión</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>Texto de la licencia</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>Sin indicar</translation>
    </message>
    <message>
        <source>It came without a text of its licence.</source>
        <translation>Vino sin el texto de su licencia.</translation>
    </message>
</context>
<context>
    <name>LimitFields</name>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>This cannot be read.</source>
        <translation>Esto no se puede leer.</translation>
    </message>
</context>
<context>
    <name>Listening</name>
    <message>
        <source>Another Despacho with this data listens, and what it saves is shown here.</source>
        <translation>Otro Despacho con estos mismos datos está escuchando, y lo que guarda se ve aquí.</translation>
    </message>
    <message>
        <source>The receiver keeps ending unexpectedly, and is restarted from time to time. Close Despacho and start it again. If that does not help, send the latest report in the folder “log” of its data to the maintainers.</source>
        <translation>El receptor se cierra de improviso una y otra vez, y se reinicia cada cierto tiempo. Cierre Despacho y vuelva a abrirlo. Si no basta, envíe el informe más reciente de la carpeta «log» de sus datos a quienes mantienen el programa.</translation>
    </message>
    <message>
        <source>Another Despacho with this data already listens there. Both save to the same place, so one is enough.</source>
        <translation>Otro Despacho con estos datos ya escucha ahí. Ambos guardan en el mismo lugar, así que basta con uno.</translation>
    </message>
    <message>
        <source>The receiver does not respond. If this continues, close Despacho and start it again.</source>
        <translation>El receptor no responde. Si esto continúa, cierre Despacho y vuelva a abrirlo.</translation>
    </message>
    <message>
        <source>The data is damaged and is being restored. Until then the receiver asks the provider to try again.</source>
        <translation>Los datos están dañados y se están restaurando. Mientras tanto, el receptor le pide al proveedor que reintente.</translation>
    </message>
    <message>
        <source>The receiver was stopped. Start it again, so that nothing is missed.</source>
        <translation>Se detuvo el receptor. Inícielo de nuevo para no perder nada.</translation>
    </message>
    <message>
        <source>saving takes too long.</source>
        <translation>guardar tarda demasiado.</translation>
    </message>
    <message>
        <source>Notifications have been refused since {since}: their token is not accepted here. The provider seems to have changed its token: ask the provider for the new one and enter it as next token of the receiver. This message stays until a notification with an accepted token arrives.</source>
        <translation>Desde {since} se rechazan los avisos: su token no se acepta aquí. Al parecer el proveedor cambió su token: pídale el nuevo y escríbalo como token siguiente del receptor. Este mensaje queda hasta que llegue un aviso con un token aceptado.</translation>
    </message>
    <message>
        <source>The receiver has no token. Enter the one that you agreed on with the provider.</source>
        <translation>El receptor no tiene token. Escriba el que acordó con el proveedor.</translation>
    </message>
    <message>
        <source>The receiver ended unexpectedly and is being restarted.</source>
        <translation>El receptor terminó de forma inesperada y se está iniciando de nuevo.</translation>
    </message>
    <message>
        <source>Nothing can be saved now, so the receiver asks the provider to try again: {problem}</source>
        <translation>Ahora no se puede guardar nada, así que el receptor le pide al proveedor que reintente: {problem}</translation>
    </message>
</context>
<context>
    <name>Mail</name>
    <message>
        <source>The mail server {server} does not offer encryption, so nothing was sent to it.</source>
        <translation>El servidor de correo {server} no ofrece cifrado, así que no se le envió nada.</translation>
    </message>
    <message>
        <source>The mail server {server} refuses smtp_user or smtp-password. Enter them again.</source>
        <translation>El servidor de correo {server} rechaza smtp_user o smtp-password. Escríbalos de nuevo.</translation>
    </message>
    <message>
        <source>The certificate of the mail server {server} cannot be trusted ({reason}).</source>
        <translation>No se puede confiar en el certificado del servidor de correo {server} ({reason}).</translation>
    </message>
    <message>
        <source>The mail server {server} does not take the mail ({reason}).</source>
        <translation>El servidor de correo {server} no recibe el correo ({reason}).</translation>
    </message>
    <message>
        <source>The mail server {server} cannot be reached, or does not answer ({reason}).</source>
        <translation>El servidor de correo {server} no está al alcance o no responde ({reason}).</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Despacho (demo)</source>
        <translation>Despacho (demostración)</translation>
    </message>
</context>
<context>
    <name>ManifestDetailBuilder</name>
    <message>
        <source>no number</source>
        <translation>sin número</translation>
    </message>
    <message>
        <source>Manifest {number}</source>
        <translation>Planilla {number}</translation>
    </message>
    <message>
        <source>The last load no longer listed it.</source>
        <translation>En la última carga ya no figura.</translation>
    </message>
    <message>
        <source>Show its shipments</source>
        <translation>Ver sus envíos</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avance</translation>
    </message>
    <message>
        <source>Also sent</source>
        <translation>También llegó</translation>
    </message>
</context>
<context>
    <name>ManualPage</name>
    <message>
        <source>Search the manual</source>
        <translation>Buscar en el manual</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>No page has all of these words.</source>
        <translation>Ninguna página tiene todas estas palabras.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Volver</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Manual</translation>
    </message>
</context>
<context>
    <name>MapEdges</name>
    <message numerus="yes">
        <source>%Ln visit(s)</source>
        <translation>
            <numerusform>%Ln visita</numerusform>
            <numerusform>%Ln visitas</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} outside, {place}, {distance} away</source>
        <translation>{count} fuera de la vista, {place}, a {distance}</translation>
    </message>
    <message>
        <source>latitude and longitude seem swapped</source>
        <translation>latitud y longitud parecen cambiadas</translation>
    </message>
</context>
<context>
    <name>MapFoot</name>
    <message>
        <source>Street map</source>
        <translation>Mapa de calles</translation>
    </message>
    <message>
        <source>What would leave?</source>
        <translation>¿Qué saldría?</translation>
    </message>
    <message numerus="yes">
        <source>Background without internet: %Ln visit(s) that are kept here.</source>
        <translation>
            <numerusform>Fondo sin internet: %Ln visita guardada aquí.</numerusform>
            <numerusform>Fondo sin internet: %Ln visitas guardadas aquí.</numerusform>
        </translation>
    </message>
    <message>
        <source>No server of street maps is set in Settings.</source>
        <translation>En Ajustes no hay un servidor de mapas de calles.</translation>
    </message>
    <message>
        <source>{host} is asked for the area that you look at.</source>
        <translation>Se pide a {host} la zona que usted mira.</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Nada sale de este computador.</translation>
    </message>
    <message>
        <source>the server that you enter in Settings</source>
        <translation>un servidor que usted indique en Ajustes</translation>
    </message>
    <message>
        <source>This computer would ask {host} for the pictures of the area that you look at: the area, the zoom and your internet address leave. No shipments, names or phones do.</source>
        <translation>Este computador pediría a {host} las imágenes de la zona que usted mira: salen la zona, el acercamiento y su dirección de internet. No salen envíos, nombres ni teléfonos.</translation>
    </message>
</context>
<context>
    <name>MapGround</name>
    <message>
        <source>{host} sends no map now; the visits are right without it. Another try follows in a minute.</source>
        <translation>{host} no envía el mapa ahora; las visitas quedan bien ubicadas sin él. En un minuto se intenta otra vez.</translation>
    </message>
    <message>
        <source>{host} has no map of this area</source>
        <translation>{host} no tiene el mapa de esta zona</translation>
    </message>
    <message>
        <source>Map: {host}</source>
        <translation>Mapa: {host}</translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message>
        <source>Map of the visits</source>
        <translation>Mapa de las visitas</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Ver todo</translation>
    </message>
    <message>
        <source>Show all drivers</source>
        <translation>Ver todos los conductores</translation>
    </message>
    <message>
        <source>All drivers</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>Only closed visits are here: a parcel out for delivery has no coordinates, and is not on the map.</source>
        <translation>Solo hay visitas cerradas: un envío en reparto no trae coordenadas y no está en el mapa.</translation>
    </message>
    <message>
        <source>Densest area</source>
        <translation>Zona más densa</translation>
    </message>
    <message>
        <source>Show all visits</source>
        <translation>Ver todas las visitas</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Alejar</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Acercar</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallidos</translation>
    </message>
    <message>
        <source>Far away</source>
        <translation>Lejos</translation>
    </message>
    <message>
        <source>Nothing to put on the map</source>
        <translation>Nada para mostrar en el mapa</translation>
    </message>
    <message>
        <source>The visits in the table appear here as soon as there are any.</source>
        <translation>Las visitas de la tabla aparecen aquí en cuanto las haya.</translation>
    </message>
    <message>
        <source>No visit is of this kind. The first button shows all.</source>
        <translation>Ninguna visita es de esta clase. El primer botón las muestra todas.</translation>
    </message>
    <message>
        <source>Show all rows</source>
        <translation>Mostrar todas las filas</translation>
    </message>
    <message>
        <source>The map shows the visits in the table, and no visit matches its search and filters.</source>
        <translation>El mapa muestra las visitas de la tabla, y ninguna coincide con la búsqueda y los filtros.</translation>
    </message>
    <message>
        <source>{place} of {all}</source>
        <translation>{place} de {all}</translation>
    </message>
    <message>
        <source>Closed {distance} from the address</source>
        <translation>Cerrada a {distance} de la dirección</translation>
    </message>
    <message>
        <source>Check-in {distance} from the address</source>
        <translation>Check-in a {distance} de la dirección</translation>
    </message>
    <message>
        <source>Where the driver checked in; the address has no place</source>
        <translation>Check-in del conductor; la dirección no tiene ubicación</translation>
    </message>
    <message>
        <source>No check-in to measure by</source>
        <translation>Sin check-in: no hay con qué medir</translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) here</source>
        <translation>
            <numerusform>%Ln visita aquí</numerusform>
            <numerusform>%Ln visitas aquí</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see them apart</source>
        <translation>Haga clic para verlas por separado</translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) have nothing to place them by</source>
        <translation>
            <numerusform>%Ln visita sin datos para ubicarla</numerusform>
            <numerusform>%Ln visitas sin datos para ubicarlas</numerusform>
        </translation>
    </message>
    <message>
        <source>Failed (never grouped)</source>
        <translation>Fallido (nunca se agrupa)</translation>
    </message>
    <message>
        <source>Group of visits</source>
        <translation>Grupo de visitas</translation>
    </message>
    <message>
        <source>Address of the selected visit</source>
        <translation>Dirección de la visita elegida</translation>
    </message>
    <message>
        <source>Order of closing, not the way driven</source>
        <translation>Orden de cierre, no el recorrido</translation>
    </message>
    <message numerus="yes">
        <source>{seen} of %Ln visit(s) in view</source>
        <translation>
            <numerusform>{seen} de %Ln visita a la vista</numerusform>
            <numerusform>{seen} de %Ln visitas a la vista</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln outside</source>
        <translation>
            <numerusform>%Ln fuera</numerusform>
            <numerusform>%Ln fuera</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without coordinates</source>
        <translation>
            <numerusform>%Ln sin coordenadas</numerusform>
            <numerusform>%Ln sin coordenadas</numerusform>
        </translation>
    </message>
    <message>
        <source>Drivers · {count}</source>
        <translation>Conductores · {count}</translation>
    </message>
</context>
<context>
    <name>Mark</name>
    <message>
        <source>New.</source>
        <translation>Nuevo.</translation>
    </message>
</context>
<context>
    <name>MatchNotices</name>
    <message>
        <source>{unmatched} of {visits} visits match no shipment of the day. A visit&apos;s number / a shipment&apos;s:</source>
        <translation>{unmatched} de {visits} visitas no corresponden a ningún envío del día. Número de la visita / del envío:</translation>
    </message>
    <message>
        <source>Show these visits</source>
        <translation>Ver estas visitas</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Cargar de nuevo</translation>
    </message>
</context>
<context>
    <name>Mention</name>
    <message>
        <source>names a number that may also mean another parcel</source>
        <translation>nombra un número que también puede ser de otro envío</translation>
    </message>
    <message>
        <source>names a number that looks like this one, and matches no parcel</source>
        <translation>nombra un número que se parece a este y no corresponde a ningún envío</translation>
    </message>
    <message>
        <source>of a day before this listing</source>
        <translation>de un día anterior a este listado</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Hello {recipient}. We could not deliver your parcel {number} ({address}). When can we bring it to you?</source>
        <translation>Hola, {recipient}. No pudimos entregarle su envío {number} ({address}). ¿Cuándo podemos volver?</translation>
    </message>
    <message>
        <source>Hello {recipient}. We called you about your parcel {number} and could not reach you. When can we call you, or bring it to you?</source>
        <translation>Hola, {recipient}. Llamamos por su envío {number} y no pudimos comunicarnos con usted. ¿Cuándo podemos volver a llamar o ir?</translation>
    </message>
    <message>
        <source>Hello {recipient}. As agreed, we will bring you your parcel {number} again ({address}).</source>
        <translation>Hola, {recipient}. Como acordamos, le llevaremos de nuevo su envío {number} ({address}).</translation>
    </message>
    <message>
        <source>Hello {recipient}. We came with your parcel {number} ({address}) and found nobody. When can we bring it to you?</source>
        <translation>Hola, {recipient}. Le llevamos su envío {number} ({address}) y no encontramos a nadie. ¿Cuándo podemos volver?</translation>
    </message>
    <message>
        <source>Hello {recipient}. We could not find the address of your parcel {number}: {address}. Please send us the complete address or your location.</source>
        <translation>Hola, {recipient}. No encontramos la dirección de su envío {number}: {address}. Por favor, envíenos la dirección completa o su ubicación.</translation>
    </message>
    <message>
        <source>Hello {recipient}. Your parcel {number} is paid on delivery. When can we bring it to you with the payment ready?</source>
        <translation>Hola, {recipient}. Su envío {number} se paga al recibirlo. ¿Cuándo se lo podemos llevar, con el pago listo?</translation>
    </message>
</context>
<context>
    <name>MessageBox</name>
    <message>
        <source>First contact</source>
        <translation>Primer contacto</translation>
    </message>
    <message>
        <source>Message about</source>
        <translation>Mensaje sobre</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>Restore the message</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>your parcel</source>
        <translation>su envío</translation>
    </message>
    <message>
        <source>your parcels</source>
        <translation>sus envíos</translation>
    </message>
    <message>
        <source>{several} and {last}</source>
        <translation>{several} y {last}</translation>
    </message>
</context>
<context>
    <name>MessageLinks</name>
    <message>
        <source>No browser could be opened.</source>
        <translation>No se pudo abrir ningún navegador.</translation>
    </message>
    <message>
        <source>This computer has no program for mail.</source>
        <translation>Este computador no tiene un programa de correo.</translation>
    </message>
    <message>
        <source>The text is on the clipboard.</source>
        <translation>El texto está en el portapapeles.</translation>
    </message>
    <message>
        <source>The text is too long for a link. It is on the clipboard: paste it with Ctrl+V.</source>
        <translation>El texto es muy largo para un enlace. Está en el portapapeles: péguelo con Ctrl+V.</translation>
    </message>
</context>
<context>
    <name>MissingNumbers</name>
    <message>
        <source>Numbers not found</source>
        <translation>Números no encontrados</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todos</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Copiar todos</translation>
    </message>
    <message>
        <source>Search in all days</source>
        <translation>Buscar en todos los días</translation>
    </message>
    <message>
        <source>No shipment and no visit of this day has:</source>
        <translation>Ningún envío ni visita de este día tiene estos números:</translation>
    </message>
</context>
<context>
    <name>Narrowed</name>
    <message>
        <source>{selected} of {shown} rows</source>
        <translation>{selected} de {shown} filas</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Selección</translation>
    </message>
    <message>
        <source>the oldest failure first</source>
        <translation>primero la falla más antigua</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vista</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Búsqueda</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtro</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Lista</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>los más recientes primero</translation>
    </message>
    <message>
        <source>as the carrier listed them</source>
        <translation>como los listó la transportadora</translation>
    </message>
</context>
<context>
    <name>NewAbove</name>
    <message numerus="yes">
        <source>%Ln new ↑</source>
        <translation>
            <numerusform>%Ln nueva ↑</numerusform>
            <numerusform>%Ln nuevas ↑</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Next step</name>
    <message>
        <source>Try again</source>
        <translation>Nuevo intento</translation>
    </message>
    <message>
        <source>Call again</source>
        <translation>Volver a llamar</translation>
    </message>
    <message>
        <source>Recipient collects it</source>
        <translation>Retira el destinatario</translation>
    </message>
    <message>
        <source>Return to sender</source>
        <translation>Devolver al remitente</translation>
    </message>
    <message>
        <source>Nothing more</source>
        <translation>Nada más</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otro</translation>
    </message>
</context>
<context>
    <name>NoticeRow</name>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Load again</source>
        <translation>Cargar de nuevo</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message numerus="yes">
        <source>The carrier now lists nothing for this day. You see its %Ln shipment(s) as {age}, until another answer agrees.</source>
        <translation>
            <numerusform>La transportadora ya no lista nada para este día. Se muestra el día con su %Ln envío, {age}, hasta que otra respuesta lo confirme.</numerusform>
            <numerusform>La transportadora ya no lista nada para este día. Se muestra el día con sus %Ln envíos, {age}, hasta que otra respuesta lo confirme.</numerusform>
        </translation>
    </message>
    <message>
        <source>{day} was not loaded.</source>
        <translation>No se cargó {day}.</translation>
    </message>
    <message>
        <source>You see the day as {age}.</source>
        <translation>Se muestra el día {age}.</translation>
    </message>
    <message>
        <source>Nothing kept was deleted.</source>
        <translation>No se borró nada de lo guardado.</translation>
    </message>
    <message numerus="yes">
        <source>The carrier lists nothing for this day any more: %Ln shipment(s) are no longer listed.</source>
        <translation>
            <numerusform>La transportadora ya no lista nada para este día: %Ln envío ya no figura.</numerusform>
            <numerusform>La transportadora ya no lista nada para este día: %Ln envíos ya no figuran.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s) could not be read and are missing here.</source>
        <translation>
            <numerusform>%Ln envío no se pudo leer y falta aquí.</numerusform>
            <numerusform>%Ln envíos no se pudieron leer y faltan aquí.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s) missing</source>
        <translation>
            <numerusform>Falta %Ln envío</numerusform>
            <numerusform>Faltan %Ln envíos</numerusform>
        </translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Mostrarlos</translation>
    </message>
    <message>
        <source>Today is {today}. You still see {shown}.</source>
        <translation>Hoy es {today}. En pantalla sigue el {shown}.</translation>
    </message>
    <message>
        <source>Show today</source>
        <translation>Mostrar hoy</translation>
    </message>
    <message>
        <source>Did you mean the carrier {known}?</source>
        <translation>¿Quiso decir la transportadora {known}?</translation>
    </message>
    <message>
        <source>Use {known}</source>
        <translation>Usar {known}</translation>
    </message>
    <message>
        <source>Notifications are not being received.</source>
        <translation>No se están recibiendo avisos.</translation>
    </message>
    <message>
        <source>Notifications have not been received since {time}.</source>
        <translation>No se reciben avisos desde {time}.</translation>
    </message>
    <message>
        <source>Enter the token</source>
        <translation>Escribir el token</translation>
    </message>
    <message>
        <source>Start the receiver</source>
        <translation>Iniciar el receptor</translation>
    </message>
    <message>
        <source>Change the port</source>
        <translation>Cambiar el puerto</translation>
    </message>
    <message numerus="yes">
        <source>And %Ln shorter gap(s).</source>
        <translation>
            <numerusform>Y %Ln periodo más corto.</numerusform>
            <numerusform>Y %Ln periodos más cortos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Until the day is loaded again, visits may lack their notification.</source>
        <translation>Mientras no se cargue de nuevo el día, pueden faltar avisos de visitas.</translation>
    </message>
    <message numerus="yes">
        <source>The day was loaded again: %Ln of its shipment(s) have no notification.</source>
        <translation>
            <numerusform>El día se cargó de nuevo: %Ln de sus envíos no tiene aviso.</numerusform>
            <numerusform>El día se cargó de nuevo: %Ln de sus envíos no tienen aviso.</numerusform>
        </translation>
    </message>
    <message>
        <source>The day was loaded again: no visit lacks its notification.</source>
        <translation>El día se cargó de nuevo: a ninguna visita le falta el aviso.</translation>
    </message>
    <message numerus="yes">
        <source>Show the %Ln</source>
        <translation>
            <numerusform>Mostrar %Ln</numerusform>
            <numerusform>Mostrar los %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>The day was loaded again.</source>
        <translation>El día se cargó de nuevo.</translation>
    </message>
    <message>
        <source>{finding} Visits are therefore dated wrong.</source>
        <translation>{finding} Por eso las visitas quedan con una hora equivocada.</translation>
    </message>
    <message>
        <source>Its time zone is fixed by {where}: ask your administrator to change it there.</source>
        <translation>Su zona horaria la fija {where}: pida a su administrador que la cambie allí.</translation>
    </message>
    <message>
        <source>Choose its time zone</source>
        <translation>Elegir su zona horaria</translation>
    </message>
    <message>
        <source>Use {zone}</source>
        <translation>Usar {zone}</translation>
    </message>
    <message>
        <source>Other users of this computer can open the data folder, {folder}.</source>
        <translation>Otros usuarios de este computador pueden abrir la carpeta de datos, {folder}.</translation>
    </message>
    <message>
        <source>Deny them access</source>
        <translation>Quitarles el acceso</translation>
    </message>
    <message>
        <source>Despacho {version} is available. Ask your administrator for it.</source>
        <translation>Ya hay una versión nueva: Despacho {version}. Pídala a su administrador.</translation>
    </message>
    <message>
        <source>Despacho {version} is available at {host}.</source>
        <translation>Ya hay una versión nueva: Despacho {version}, en {host}.</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Abrir la página</translation>
    </message>
    <message>
        <source>Not listening from {since} to {until} ({cause}).</source>
        <translation>Sin recepción desde {since} hasta {until} ({cause}).</translation>
    </message>
</context>
<context>
    <name>NotificationDetailBuilder</name>
    <message>
        <source>Notification</source>
        <translation>Aviso</translation>
    </message>
    <message>
        <source>How it came</source>
        <translation>Cómo llegó</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Encabezados</translation>
    </message>
    <message>
        <source>Why: {reason}.</source>
        <translation>Motivo: {reason}.</translation>
    </message>
    <message>
        <source>Apply again</source>
        <translation>Aplicar de nuevo</translation>
    </message>
    <message>
        <source>Visit {number}</source>
        <translation>Visita {number}</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Recibido</translation>
    </message>
    <message>
        <source>Sent at</source>
        <translation>Enviado</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Repetido</translation>
    </message>
    <message numerus="yes">
        <source>came %Ln more time(s)</source>
        <translation>
            <numerusform>llegó %Ln vez más</numerusform>
            <numerusform>llegó %Ln veces más</numerusform>
        </translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Evento</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Ruta de la URL</translation>
    </message>
    <message>
        <source>{path}, not the receiver&apos;s own</source>
        <translation>{path}, no la del receptor</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Cuerpo</translation>
    </message>
    <message>
        <source>These are the first {shown} of {total} characters.</source>
        <translation>Estos son los primeros {shown} de {total} caracteres.</translation>
    </message>
</context>
<context>
    <name>OtherDesksWords</name>
    <message>
        <source>since {time}</source>
        <translation>desde {time}</translation>
    </message>
    <message>
        <source>Without the other desks</source>
        <translation>Sin los otros puestos</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>Sin conexión</translation>
    </message>
    <message>
        <source>{desk} does not report</source>
        <translation>{desk} no da señales</translation>
    </message>
    <message>
        <source>No reports</source>
        <translation>Sin señales</translation>
    </message>
    <message numerus="yes">
        <source>%Ln to go</source>
        <translation>
            <numerusform>falta %Ln</numerusform>
            <numerusform>faltan %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Catching up</source>
        <translation>Poniéndose al día</translation>
    </message>
    <message>
        <source>{desk} receives</source>
        <translation>{desk} recibe</translation>
    </message>
    <message>
        <source>Receiving</source>
        <translation>Recibiendo</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>nada aún</translation>
    </message>
    <message>
        <source>last {time}</source>
        <translation>último {time}</translation>
    </message>
    <message>
        <source>The receiver on {desk} receives for this desk</source>
        <translation>El receptor de {desk} recibe para este puesto</translation>
    </message>
    <message>
        <source>What it receives is on this desk within a second. Here no receiver needs to be set up.</source>
        <translation>Lo que recibe está en este puesto en un segundo. Aquí no hace falta configurar un receptor.</translation>
    </message>
    <message>
        <source>Nothing has come from the other desks since {time}. {problem}</source>
        <translation>Desde {time} no llega nada de los otros puestos. {problem}</translation>
    </message>
    <message>
        <source>Notifications may have been missed since {time}. {problem}</source>
        <translation>Desde {time} pueden haberse perdido avisos. {problem}</translation>
    </message>
    <message>
        <source>Nothing of this desk has reached the others since {time}. {problem}</source>
        <translation>Desde {time} no llega nada de este puesto a los otros. {problem}</translation>
    </message>
    <message>
        <source>{desk}, until {time}</source>
        <translation>{desk}, hasta {time}</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>Applied</source>
        <translation>Aplicado</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Repetido</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Apartado</translation>
    </message>
    <message>
        <source>The visit shows what it says, or something newer.</source>
        <translation>La visita muestra lo que dice, o algo más reciente.</translation>
    </message>
    <message>
        <source>It came before.</source>
        <translation>Ya había llegado.</translation>
    </message>
    <message>
        <source>It is kept exactly as it came, and applied to no visit.</source>
        <translation>Se guarda exactamente como llegó y no se aplica a ninguna visita.</translation>
    </message>
</context>
<context>
    <name>Outcome of the day</name>
    <message>
        <source>Delivered</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otro</translation>
    </message>
</context>
<context>
    <name>OutcomeList</name>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Devolver</translation>
    </message>
    <message>
        <source>Asks for the day</source>
        <translation>Pide el día</translation>
    </message>
    <message>
        <source>Write for when</source>
        <translation>Escriba para cuándo</translation>
    </message>
    <message>
        <source>Asks for the new address</source>
        <translation>Pide la dirección nueva</translation>
    </message>
    <message>
        <source>Write the new address</source>
        <translation>Escriba la dirección nueva</translation>
    </message>
    <message>
        <source>Asks for a note</source>
        <translation>Pide una nota</translation>
    </message>
    <message>
        <source>Write the note</source>
        <translation>Escriba la nota</translation>
    </message>
    <message>
        <source>Call again {time}</source>
        <translation>Volver a llamar {time}</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>queda atendido</translation>
    </message>
    <message>
        <source>stays to attend</source>
        <translation>queda por atender</translation>
    </message>
</context>
<context>
    <name>Outside</name>
    <message>
        <source>No public address is set. Enter the https address by which the provider reaches this desk.</source>
        <translation>La dirección pública está sin definir. Escriba la dirección https por la que el proveedor llega a este Despacho.</translation>
    </message>
    <message>
        <source>The address cannot be used. Check it: it begins with https:// and names a host, and no user.</source>
        <translation>La dirección no se puede usar. Revísela: empieza por https://, nombra un servidor y no lleva usuario.</translation>
    </message>
    <message>
        <source>The address begins with http://, and the provider accepts https only. Put a proxy or a tunnel with a certificate in front of the receiver, and enter its https address.</source>
        <translation>La dirección empieza por http://, y el proveedor solo acepta https. Ponga delante del receptor un proxy o un túnel con certificado, y escriba su dirección https.</translation>
    </message>
    <message>
        <source>{place} is within your own computer or network, where the provider cannot reach it. Enter the public name of your proxy or tunnel. If {server} is that name, your network&apos;s own name server gives an internal address for it: then test from another network.</source>
        <translation>{place} está dentro de su propio computador o red, adonde el proveedor no puede llegar. Escriba el nombre público de su proxy o túnel. Si {server} es ese nombre, el servidor de nombres de su red da una dirección interna para él: entonces pruebe desde otra red.</translation>
    </message>
    <message>
        <source>The name of {server} cannot be found. Check how it is written, that it is entered in the DNS (a new entry can take an hour), and that this computer is on the network.</source>
        <translation>No se encuentra el nombre {server}. Revise cómo está escrito, que esté registrado en el DNS (un registro nuevo puede tardar una hora) y que este computador tenga red.</translation>
    </message>
    <message>
        <source>It works: this desk answered at {server}.</source>
        <translation>Funciona: respondió este mismo Despacho en {server}.</translation>
    </message>
    <message>
        <source>It works: this desk answered at {server}. But the path is changed on the way, so every notification causes a warning: make the proxy keep the path, or change the receiver&apos;s path to the one that arrives.</source>
        <translation>Funciona: respondió este mismo Despacho en {server}. Pero la ruta de la URL cambia en el camino, y cada aviso llega con una advertencia: haga que el proxy deje la ruta como está, o ponga en el receptor la que llega.</translation>
    </message>
    <message>
        <source>This desk answered, but the Authorization header was removed on the way: every notification would be refused, and the provider would not try again. Make the proxy at {server} pass that header on.</source>
        <translation>Respondió este mismo Despacho, pero el encabezado Authorization se perdió en el camino: cada aviso sería rechazado y el proveedor no reintentaría. Haga que el proxy de {server} deje pasar ese encabezado.</translation>
    </message>
    <message>
        <source>This desk answered, but cannot save notifications now (status {status}): the receiver&apos;s state says why. The provider tries again, but for half a minute only.</source>
        <translation>Respondió este mismo Despacho, pero ahora no puede guardar avisos (estado {status}): el estado del receptor dice por qué. El proveedor reintenta, pero solo durante medio minuto.</translation>
    </message>
    <message>
        <source>This desk answered, but its status was changed to {status} on the way, which is a failure to the provider. Make the proxy at {server} keep the status.</source>
        <translation>Respondió este mismo Despacho, pero su código de estado cambió a {status} en el camino, y el proveedor lo toma como un error. Haga que el proxy de {server} deje el código como está.</translation>
    </message>
    <message>
        <source>Another program or another desk answers at {server}. It reports success (status {status}), so each notification counts as delivered for the provider, and this desk never receives it. Check the address, and where the proxy or tunnel leads.</source>
        <translation>En {server} responde otro programa u otro Despacho. Dice que todo está bien (estado {status}), así que el proveedor da cada aviso por entregado y este Despacho nunca lo recibe. Revise la dirección, y adónde lleva el proxy o el túnel.</translation>
    </message>
    <message>
        <source>{server} redirects the request to {place} (status {status}), and the provider may not follow. If that is your own address, enter it as the public one; if it is a sign-in page, exclude the receiver&apos;s path from the sign-in.</source>
        <translation>{server} redirige la solicitud a {place} (estado {status}), y puede que el proveedor no siga la redirección. Si esa es su propia dirección, escríbala como la pública; si es una página de inicio de sesión, exceptúe la URL del receptor.</translation>
    </message>
    <message>
        <source>{server} redirects the request without saying where (status {status}). Check the proxy.</source>
        <translation>{server} redirige la solicitud sin decir adónde (estado {status}). Revise el proxy.</translation>
    </message>
    <message>
        <source>{server} answers instead of the desk, because it cannot reach it (status {status}). Check that the receiver runs, and that the proxy or tunnel leads to its address and port. The provider tries again, but for half a minute only.</source>
        <translation>{server} responde en lugar de Despacho, porque no llega hasta él (estado {status}). Revise que el receptor esté en marcha, y que el proxy o el túnel lleve a su dirección y puerto. El proveedor reintenta, pero solo durante medio minuto.</translation>
    </message>
    <message>
        <source>{server} answers instead of the desk and does not know the path (status {status}), so each notification would be lost: the provider does not try again. Check the path in the address, and that the proxy passes it on.</source>
        <translation>{server} responde en lugar de Despacho y no conoce esa URL (estado {status}), así que cada aviso se perdería: el proveedor no reintenta. Revise la ruta de la URL, y que el proxy la deje pasar.</translation>
    </message>
    <message>
        <source>Something in front of the desk requires a sign-in, or blocks all requests (status {status}), so each notification would be lost: the provider does not try again. Exclude the receiver&apos;s path at {server} from it. If another desk receives there, correct the address.</source>
        <translation>Algo delante de Despacho pide iniciar sesión o bloquea todas las solicitudes (estado {status}), así que cada aviso se perdería: el proveedor no reintenta. Exceptúe la URL del receptor en {server}. Si ahí recibe otro Despacho, corrija la dirección.</translation>
    </message>
    <message>
        <source>{server} refuses the request before it reaches the desk (status {status}), so each notification would be lost: the provider does not try again. The proxy&apos;s log says why; the proxy must pass on a POST of 1 MiB unchanged.</source>
        <translation>{server} rechaza la solicitud antes de que llegue a Despacho (estado {status}), así que cada aviso se perdería: el proveedor no reintenta. El registro del proxy dice por qué; el proxy debe dejar pasar un POST de 1 MiB sin cambiarlo.</translation>
    </message>
    <message>
        <source>{server} answers instead of the desk, with status {status}. The proxy&apos;s log says why. The provider tries again after a status of 500 or higher, but for half a minute only.</source>
        <translation>{server} responde en lugar de Despacho, con el estado {status}. El registro del proxy dice por qué. El proveedor reintenta si el estado es 500 o mayor, pero solo durante medio minuto.</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>Se detuvo la prueba.</translation>
    </message>
    <message>
        <source>{server} refuses the connection: nothing listens there. Start the proxy or the tunnel, and check that the router forwards the port to it.</source>
        <translation>{server} rechaza la conexión: ahí no escucha ningún programa. Inicie el proxy o el túnel, y revise que el router le reenvíe el puerto.</translation>
    </message>
    <message>
        <source>Nothing listens at {server}. Start the receiver.</source>
        <translation>En {server} no escucha ningún programa. Inicie el receptor.</translation>
    </message>
    <message>
        <source>{server} did not accept the connection within {seconds} s: a firewall blocks it, or the address is wrong. Open the port to the provider, and forward it on a router. Some routers do not let their own network reach its public address: if the provider&apos;s notifications arrive, the address works.</source>
        <translation>{server} no aceptó la conexión en {seconds} s: un firewall la bloquea o la dirección está mal. Abra el puerto para el proveedor y, si hay un router, reenvíelo. Algunos routers no dejan llegar a la dirección pública desde la propia red: si los avisos del proveedor llegan, la dirección funciona.</translation>
    </message>
    <message>
        <source>{server} cannot be reached directly, and this computer is set to use a proxy. This test does not use the proxy, because the provider does not either. Test from another network.</source>
        <translation>No se puede llegar directamente a {server}, y este computador está configurado para usar un proxy. Esta prueba no usa el proxy, porque el proveedor tampoco lo usa. Pruebe desde otra red.</translation>
    </message>
    <message>
        <source>The certificate of {server} has expired or is not valid yet ({reason}). Renew it, and check this computer&apos;s clock.</source>
        <translation>El certificado de {server} venció o todavía no es válido ({reason}). Renuévelo, y revise el reloj de este computador.</translation>
    </message>
    <message>
        <source>The certificate of {server} is for another name ({reason}). Get one for the name in the public address, or correct the address.</source>
        <translation>El certificado de {server} es para otro nombre ({reason}). Consiga uno para el nombre de la dirección pública, o corrija la dirección.</translation>
    </message>
    <message>
        <source>The certificate of {server} is not from a trusted authority ({reason}): it is self-signed, or the intermediate certificates are missing. Use one from a public authority (Caddy gets one automatically), with its whole chain (fullchain.pem).</source>
        <translation>El certificado de {server} no es de una autoridad de confianza ({reason}): está autofirmado, o faltan los certificados intermedios. Use uno de una autoridad pública (Caddy lo consigue solo), con toda su cadena (fullchain.pem).</translation>
    </message>
    <message>
        <source>The certificate of {server} is not accepted ({reason}). Get a new one from a public authority.</source>
        <translation>El certificado de {server} no se acepta ({reason}). Consiga uno nuevo de una autoridad pública.</translation>
    </message>
    <message>
        <source>No secure connection to {server} could be made. Check the port in the address, and that the proxy there speaks https.</source>
        <translation>No se pudo establecer una conexión segura con {server}. Revise el puerto de la dirección, y que ahí el proxy use https.</translation>
    </message>
    <message>
        <source>{server} closed the connection without an answer: there is a proxy or tunnel, but nothing behind it. Check that the receiver runs, and that the tunnel leads to its port.</source>
        <translation>{server} cerró la conexión sin responder: ahí hay un proxy o un túnel, pero no hay nada detrás. Revise que el receptor esté en marcha, y que el túnel lleve a su puerto.</translation>
    </message>
    <message>
        <source>{server} accepted the connection but did not answer within {seconds} s, and the provider waits 15 s at most. Check that the proxy leads to the receiver&apos;s address and port.</source>
        <translation>{server} aceptó la conexión y no respondió en {seconds} s, y el proveedor no espera más de 15 s. Revise que el proxy lleve a la dirección y el puerto del receptor.</translation>
    </message>
    <message>
        <source>The tunnel is down: ngrok has no connection from this computer ({code}). Start ngrok. While it is down, ngrok answers {status} to each notification, and after a 404 the provider does not try again: let a Cloud Endpoint answer 503 in that time, as packaging/proxies/ngrok-cloud.yml shows.</source>
        <translation>El túnel está caído: ngrok no tiene conexión desde este computador ({code}). Inicie ngrok. Mientras esté caído, ngrok responde {status} a cada aviso, y tras un 404 el proveedor no reintenta: haga que un Cloud Endpoint responda 503 en ese tiempo, como muestra packaging/proxies/ngrok-cloud.yml.</translation>
    </message>
    <message>
        <source>ngrok shows its warning page for browsers instead of the desk ({code}), so notifications may be lost. Use a plan or a domain without that page.</source>
        <translation>ngrok muestra su página de advertencia para navegadores en lugar de Despacho ({code}), y se pueden perder avisos. Use un plan o un dominio sin esa página.</translation>
    </message>
    <message>
        <source>The tunnel is down: Cloudflare has no connection from this computer (status {status}, error {code}). Start cloudflared, and check that the name in the DNS leads to this tunnel. The provider tries again, but for half a minute only.</source>
        <translation>El túnel está caído: Cloudflare no tiene conexión desde este computador (estado {status}, error {code}). Inicie cloudflared, y revise que el nombre en el DNS lleve a este túnel. El proveedor reintenta, pero solo durante medio minuto.</translation>
    </message>
    <message>
        <source>Cloudflare checks whether the provider is a person (status {status}), so each notification would be lost: the provider does not try again. Switch Bot Fight Mode off, and add a rule that skips all challenges on the receiver&apos;s path.</source>
        <translation>Cloudflare pide comprobar que quien consulta es una persona (estado {status}), así que cada aviso se perdería: el proveedor no reintenta. Desactive Bot Fight Mode, y ponga una regla que omita todas las comprobaciones en la URL del receptor.</translation>
    </message>
    <message>
        <source>The tunnel of {service} is up, but does not reach the receiver (status {status}, error {code}). Check that the receiver runs, and that the tunnel leads to its address and port. The provider tries again, but for half a minute only.</source>
        <translation>El túnel de {service} está activo, pero no llega al receptor (estado {status}, error {code}). Revise que el receptor esté en marcha, y que el túnel lleve a su dirección y puerto. El proveedor reintenta, pero solo durante medio minuto.</translation>
    </message>
    <message>
        <source>{service} answers instead of the desk (status {status}, error {code}). Look that error up in {service}&apos;s documentation. After a 4xx the provider does not try again.</source>
        <translation>{service} responde en lugar de Despacho (estado {status}, error {code}). Busque ese error en la documentación de {service}. Tras un 4xx el proveedor no reintenta.</translation>
    </message>
</context>
<context>
    <name>Pace</name>
    <message>
        <source>The day is not loaded yet.</source>
        <translation>El día todavía no está cargado.</translation>
    </message>
    <message>
        <source>Nothing was received or loaded for an hour or more.</source>
        <translation>Hace una hora o más que no llega ni se carga nada.</translation>
    </message>
    <message>
        <source>Notifications may have been missed since the last load. Load the day again.</source>
        <translation>Desde la última carga pudieron perderse avisos. Vuelva a cargar el día.</translation>
    </message>
    <message>
        <source>Too few parcels are closed yet to know today&apos;s pace.</source>
        <translation>Todavía hay muy pocos envíos cerrados para conocer el ritmo de hoy.</translation>
    </message>
    <message>
        <source>It takes at least five past days of this kind (working day, Saturday or Sunday) whose visits were notified.</source>
        <translation>Se necesitan al menos cinco días anteriores de este tipo (hábil, sábado o domingo) con avisos de sus visitas.</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Palette</source>
        <translation>Comandos</translation>
    </message>
    <message>
        <source>Do something, or go to a view, a carrier, a day…</source>
        <translation>Haga algo, o vaya a una vista, una transportadora, un día…</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Qué se puede hacer</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Nada coincide.</translation>
    </message>
</context>
<context>
    <name>PaletteCommands</name>
    <message>
        <source>View</source>
        <translation>Vista</translation>
    </message>
    <message>
        <source>My view</source>
        <translation>Mi vista</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
</context>
<context>
    <name>PhoneLine</name>
    <message>
        <source>Country of the site?</source>
        <translation>¿País de la sede?</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Call {number}</source>
        <translation>Llamar al {number}</translation>
    </message>
    <message>
        <source>Write to {number} by WhatsApp</source>
        <translation>Escribir al {number} por WhatsApp</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Llamar</translation>
    </message>
    <message>
        <source>WhatsApp</source>
        <translation>WhatsApp</translation>
    </message>
</context>
<context>
    <name>Photo</name>
    <message>
        <source>What came cannot be read as a PNG, JPEG or WebP picture. Try again; if it stays so, tell the provider.</source>
        <translation>Lo que llegó no se puede leer como imagen PNG, JPEG o WebP. Intente de nuevo; si sigue igual, avísele al proveedor.</translation>
    </message>
    <message>
        <source>The photo is damaged and cannot be shown. Try again; if it stays so, tell the provider.</source>
        <translation>La foto está dañada y no se puede mostrar. Intente de nuevo; si sigue igual, avísele al proveedor.</translation>
    </message>
    <message>
        <source>The address in the notification does not lead to a picture. Tell the provider.</source>
        <translation>La dirección que trae el aviso no lleva a ninguna foto. Avísele al proveedor.</translation>
    </message>
    <message>
        <source>{host} is a name reserved for examples, without any pictures. The demo sends such addresses; those of a real provider lead to photos.</source>
        <translation>{host} es un nombre reservado para ejemplos y no tiene fotos. La demostración envía direcciones así; las de un proveedor real llevan a fotos.</translation>
    </message>
    <message>
        <source>{host} leads into a private network or to this computer, and photos are fetched from the public internet only. If you trust that server, open the photo in the browser.</source>
        <translation>{host} lleva a una red privada o a este mismo computador, y las fotos solo se descargan de la internet pública. Si confía en ese servidor, abra la foto en el navegador.</translation>
    </message>
    <message>
        <source>The name {host} cannot be found. Check that this computer is on the network, and try again.</source>
        <translation>No se encuentra el nombre {host}. Revise que este computador tenga red e intente de nuevo.</translation>
    </message>
    <message>
        <source>{host} did not send the whole photo within {seconds} s. Try again; where the network is slow, open it in the browser.</source>
        <translation>{host} no envió la foto entera en {seconds} s. Intente de nuevo; si la red es lenta, ábrala en el navegador.</translation>
    </message>
    <message>
        <source>No connection to {host} can be made. Check the network and try again. Photos are fetched directly: if your network requires a proxy, open the photo in the browser.</source>
        <translation>No se puede conectar con {host}. Revise la red e intente de nuevo. Las fotos se descargan directamente: si su red exige un proxy, ábrala en el navegador.</translation>
    </message>
    <message>
        <source>The connection to {host} was lost before the photo was complete. Try again.</source>
        <translation>La conexión con {host} se perdió antes de completar la foto. Intente de nuevo.</translation>
    </message>
    <message>
        <source>{host} does not speak https correctly, so the photo was not requested. Tell the provider.</source>
        <translation>{host} no usa https correctamente, así que no se pidió la foto. Avísele al proveedor.</translation>
    </message>
    <message>
        <source>{host} redirects to another address, which is not followed. Open the photo in the browser if you trust it.</source>
        <translation>{host} redirige a otra dirección, que no se sigue. Abra la foto en el navegador si confía en ella.</translation>
    </message>
    <message>
        <source>{host} does not have this photo (status {status}): it was removed, or not uploaded yet. Try again later.</source>
        <translation>{host} no tiene esta foto (estado {status}): la quitaron, o todavía no la subieron. Intente más tarde.</translation>
    </message>
    <message>
        <source>{host} answered {status} instead of the photo. Try again later.</source>
        <translation>{host} respondió {status} en lugar de la foto. Intente más tarde.</translation>
    </message>
    <message>
        <source>The photo is larger than {megabytes} MB, the limit for fetching it. Open it in the browser.</source>
        <translation>La foto pesa más de {megabytes} MB, el límite para descargarla. Ábrala en el navegador.</translation>
    </message>
    <message>
        <source>The file that {host} sent is no PNG, JPEG or WebP picture, and nothing else is shown. Open it in the browser if you trust that server.</source>
        <translation>El archivo que envió {host} no es una imagen PNG, JPEG o WebP, y no se muestra otra cosa. Ábralo en el navegador si confía en ese servidor.</translation>
    </message>
    <message>
        <source>The photo has {megapixels} megapixels, more than the {most} that are shown of such a file. Open it in the browser.</source>
        <translation>La foto tiene {megapixels} megapíxeles, más de los {most} que se muestran de un archivo así. Ábrala en el navegador.</translation>
    </message>
    <message>
        <source>The photo is made of more than {most} layers (JPEG scans), which no camera does, so it is not shown. Tell the provider.</source>
        <translation>La foto está hecha de más de {most} capas (barridos JPEG), cosa que ninguna cámara hace, así que no se muestra. Avísele al proveedor.</translation>
    </message>
    <message>
        <source>The photo is damaged, or needs more than the {megabytes} MB of memory that a photo may take, so it is not shown. Tell the provider.</source>
        <translation>La foto está dañada, o necesita más de los {megabytes} MB de memoria que puede ocupar una foto, así que no se muestra. Avísele al proveedor.</translation>
    </message>
    <message>
        <source>The photo&apos;s decoder could not be started ({reason}). Start Despacho again; if that does not help, reinstall it or ask your administrator.</source>
        <translation>El programa que abre las fotos no pudo iniciar ({reason}). Vuelva a abrir Despacho; si el problema sigue, reinstálelo o avise a su administrador.</translation>
    </message>
    <message>
        <source>Decoding the photo took too long and was stopped. Try again; if it stays so, tell the provider.</source>
        <translation>Abrir la foto tardó demasiado y se interrumpió. Intente de nuevo; si sigue igual, avísele al proveedor.</translation>
    </message>
    <message>
        <source>{host} refuses the photo (status {status}): the address may have expired, or require a sign-in. If you have a user there, open the photo in the browser.</source>
        <translation>{host} no entrega la foto (estado {status}): la dirección pudo vencer, o exige iniciar sesión. Si tiene usuario, abra la foto en el navegador.</translation>
    </message>
    <message>
        <source>The photo&apos;s address begins with http://, so others could read or change the photo on the way: only https is fetched. Tell the provider.</source>
        <translation>La dirección de la foto empieza por http://, así que otros podrían ver o cambiar la foto en el camino: solo se descarga por https. Avísele al proveedor.</translation>
    </message>
    <message>
        <source>This computer does not trust the certificate of {host} ({reason}), so the photo was not requested. Check this computer&apos;s clock; if it is right, tell the provider.</source>
        <translation>Este computador no confía en el certificado de {host} ({reason}), así que no se pidió la foto. Revise el reloj de este computador; si está bien, avise al proveedor.</translation>
    </message>
    <message>
        <source>The photo cannot be decoded now: this computer has too little memory left. Close other programs, and try again.</source>
        <translation>La foto no se puede abrir ahora: a este computador le queda muy poca memoria. Cierre otros programas e intente de nuevo.</translation>
    </message>
</context>
<context>
    <name>PhotoDialog</name>
    <message>
        <source>Photo of the document</source>
        <translation>Foto del documento</translation>
    </message>
    <message>
        <source>Photo of the visit</source>
        <translation>Foto de la visita</translation>
    </message>
    <message>
        <source>Visit {number}: {title}</source>
        <translation>Visita {number}: {title}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Abrir en el navegador</translation>
    </message>
    <message>
        <source>Leaves Despacho: the browser may keep the picture.</source>
        <translation>Se abre fuera de Despacho: el navegador puede guardar la foto.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Visit {number}</source>
        <translation>Visita {number}</translation>
    </message>
    <message>
        <source>Personal data: an identity document. It is shown only, never stored or exported.</source>
        <translation>Dato personal: un documento de identidad. Solo se muestra; nunca se guarda ni se exporta.</translation>
    </message>
    <message>
        <source>Fetching the photo</source>
        <translation>Descargando la foto</translation>
    </message>
    <message>
        <source>The photo is not shown</source>
        <translation>La foto no se muestra</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Más pequeña</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Más grande</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>Real size</source>
        <translation>Tamaño real</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Girar</translation>
    </message>
    <message>
        <source>Asking {host} for the photo…</source>
        <translation>Pidiendo la foto a {host}…</translation>
    </message>
    <message>
        <source>Something in Despacho went wrong, and the photo cannot be shown.</source>
        <translation>Algo falló en Despacho, y la foto no se puede mostrar.</translation>
    </message>
    <message>
        <source>{width} × {height} pixels · {percent} %</source>
        <translation>{width} × {height} píxeles · {percent} %</translation>
    </message>
    <message>
        <source>No browser could be opened.</source>
        <translation>No se pudo abrir ningún navegador.</translation>
    </message>
</context>
<context>
    <name>PhraseField</name>
    <message>
        <source>Shared phrase</source>
        <translation>Frase compartida</translation>
    </message>
    <message>
        <source>Remember it on this computer</source>
        <translation>Recordarla en este computador</translation>
    </message>
    <message>
        <source>Both desks enter the same phrase: it shows that the file is from your site and that nobody changed it. Tell it by phone; do not send it with the file.</source>
        <translation>Los dos puestos escriben la misma frase: así se sabe que el archivo es de su sede y que nadie lo cambió. Dígala por teléfono; no la envíe con el archivo.</translation>
    </message>
    <message>
        <source>Agree on a phrase with the other desk, and enter it here.</source>
        <translation>Acuerde una frase con el otro puesto y escríbala aquí.</translation>
    </message>
    <message>
        <source>•••••••• kept</source>
        <translation>•••••••• guardada</translation>
    </message>
    <message>
        <source>Hide the phrase</source>
        <translation>Ocultar la frase</translation>
    </message>
    <message>
        <source>Show the phrase</source>
        <translation>Mostrar la frase</translation>
    </message>
</context>
<context>
    <name>Placeholder</name>
    <message>
        <source>recipient</source>
        <translation>destinatario</translation>
    </message>
    <message>
        <source>number</source>
        <translation>numero</translation>
    </message>
    <message>
        <source>address</source>
        <translation>direccion</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>motivo</translation>
    </message>
    <message>
        <source>time</source>
        <translation>hora</translation>
    </message>
    <message>
        <source>complement</source>
        <translation>complemento</translation>
    </message>
    <message>
        <source>sender</source>
        <translation>remitente</translation>
    </message>
    <message>
        <source>content</source>
        <translation>contenido</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>piezas</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>There is nothing of this day to print.</source>
        <translation>No hay nada de este día para imprimir.</translation>
    </message>
    <message>
        <source>There is no printer. Save the day as a PDF file.</source>
        <translation>No hay impresora. Guarde el día como archivo PDF.</translation>
    </message>
    <message>
        <source>Save the day as PDF</source>
        <translation>Guardar el día como PDF</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>Documento PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save the day as a workbook</source>
        <translation>Guardar el día como libro</translation>
    </message>
    <message>
        <source>Excel workbook (*.xlsx)</source>
        <translation>Libro de Excel (*.xlsx)</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) sent to the printer</source>
        <translation>
            <numerusform>%Ln página enviada a la impresora</numerusform>
            <numerusform>%Ln páginas enviadas a la impresora</numerusform>
        </translation>
    </message>
    <message>
        <source>The day was saved as {path}</source>
        <translation>El día se guardó como {path}</translation>
    </message>
</context>
<context>
    <name>ProbeCard</name>
    <message>
        <source>Send a test</source>
        <translation>Enviar una prueba</translation>
    </message>
    <message>
        <source>Test from outside</source>
        <translation>Probar desde internet</translation>
    </message>
    <message>
        <source>Enter it</source>
        <translation>Escribirla</translation>
    </message>
    <message>
        <source>Opens the settings</source>
        <translation>Abre los ajustes</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>Pruebas</translation>
    </message>
    <message>
        <source>From this computer to the receiver.</source>
        <translation>De este computador al receptor.</translation>
    </message>
    <message>
        <source>It needs the receiver to listen.</source>
        <translation>Necesita que el receptor esté escuchando.</translation>
    </message>
    <message>
        <source>Through the public address, as the provider sends.</source>
        <translation>Por la dirección pública, como envía el proveedor.</translation>
    </message>
    <message>
        <source>It needs the public address.</source>
        <translation>Necesita la dirección pública.</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Asking the carrier…</source>
        <translation>Consultando a la transportadora…</translation>
    </message>
    <message>
        <source>{shipments} shipments so far…</source>
        <translation>{shipments} envíos hasta ahora…</translation>
    </message>
    <message>
        <source>Attempt {attempt} of {attempts} failed. Trying again in {seconds} s…</source>
        <translation>Falló el intento {attempt} de {attempts}. Se reintenta en {seconds} s…</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Unidad</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Desconocido</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Acceso directo</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Buscar en:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>Archivos de &amp;tipo:</translation>
    </message>
</context>
<context>
    <name>QPrintSettingsOutput</name>
    <message>
        <source>All Pages</source>
        <translation>Todas las páginas</translation>
    </message>
    <message>
        <source>Odd Pages</source>
        <translation>Páginas impares</translation>
    </message>
    <message>
        <source>Even Pages</source>
        <translation>Páginas pares</translation>
    </message>
</context>
<context>
    <name>Quarantine</name>
    <message>
        <source>it is not JSON</source>
        <translation>no es JSON</translation>
    </message>
    <message>
        <source>it is not a JSON object with an object “data” in it</source>
        <translation>no es un objeto JSON que contenga un objeto «data»</translation>
    </message>
    <message>
        <source>it names the same field twice</source>
        <translation>repite un mismo campo</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>tiene demasiados niveles anidados</translation>
    </message>
    <message>
        <source>visita_id is missing or no whole number</source>
        <translation>visita_id falta o no es un número entero</translation>
    </message>
    <message>
        <source>timestamp is missing or not as the contract writes it</source>
        <translation>timestamp falta o no está escrito como dice el contrato</translation>
    </message>
    <message>
        <source>estado_nuevo is missing</source>
        <translation>falta estado_nuevo</translation>
    </message>
    <message>
        <source>the same visita_id and timestamp came before with other content</source>
        <translation>el mismo visita_id y timestamp ya había llegado con otro contenido</translation>
    </message>
    <message>
        <source>too much was set aside within an hour</source>
        <translation>se apartó demasiado en una hora</translation>
    </message>
    <message>
        <source>The provider sent something else than its contract says: show it to the provider&apos;s technical team. What a later version of Despacho can read, it applies when asked again.</source>
        <translation>El proveedor envió algo distinto de lo que dice su contrato: muéstreselo al equipo técnico del proveedor. Lo que una versión posterior de Despacho pueda leer, lo aplica cuando se le pide de nuevo.</translation>
    </message>
    <message>
        <source>The first one stays. Compare the two, and ask the provider&apos;s technical team which one holds.</source>
        <translation>El primero se mantiene. Compare los dos, y pregunte al equipo técnico del proveedor cuál vale.</translation>
    </message>
    <message>
        <source>The provider, or another holder of the token, sends much that is no notification: show it to the provider&apos;s technical team, and agree on a new token where it does not come from there.</source>
        <translation>El proveedor, u otro que tiene el token, envía mucho que no son avisos: muéstreselo al equipo técnico del proveedor y, si no viene de él, acuerde un token nuevo.</translation>
    </message>
    <message>
        <source>At most its first {kept} of {size} bytes are kept: within an hour too much was set aside to keep it whole. SHA-256 of the whole: {digest}. It cannot be applied again.</source>
        <translation>Se guardan a lo sumo los primeros {kept} de {size} bytes: en una hora se apartó demasiado para guardarlo entero. SHA-256 del cuerpo completo: {digest}. No se puede aplicar de nuevo.</translation>
    </message>
    <message>
        <source>{bodies} bodies of {size} bytes in all came when too much had been set aside within an hour. They are only counted.</source>
        <translation>Llegaron {bodies} cuerpos, de {size} bytes en total, cuando ya se había apartado demasiado en una hora. Solo se cuentan.</translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>Delivered</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Another status</source>
        <translation>Otro estado</translation>
    </message>
    <message>
        <source>no status</source>
        <translation>sin estado</translation>
    </message>
    <message>
        <source>the visit of {visit}</source>
        <translation>la visita de las {visit}</translation>
    </message>
    <message>
        <source>the visit of {visit} (it takes back its delivery of {before})</source>
        <translation>la visita de las {visit} (anula su entrega de las {before})</translation>
    </message>
    <message>
        <source>the visit of {visit} (it corrects its failure of {before})</source>
        <translation>la visita de las {visit} (corrige su falla de las {before})</translation>
    </message>
    <message>
        <source>An earlier visit delivered it, and the newest one failed. Ask both drivers.</source>
        <translation>Una visita anterior lo entregó y la más reciente falló. Pregunte a los dos conductores.</translation>
    </message>
    <message>
        <source>It was delivered on an earlier day, and this day says something else. Ask where the parcel is.</source>
        <translation>Se entregó en un día anterior y este día dice otra cosa. Pregunte dónde está el envío.</translation>
    </message>
    <message>
        <source>A visit delivered it on a later day too. Ask which delivery is right.</source>
        <translation>Una visita también lo entregó en un día posterior. Pregunte cuál de las entregas es la correcta.</translation>
    </message>
    <message>
        <source>Another list has shown another status since. Load this day again, and ask the carrier.</source>
        <translation>Desde entonces otra lista mostró otro estado. Cargue este día de nuevo y pregunte a la transportadora.</translation>
    </message>
    <message>
        <source>Another row of this number and day says something else. Ask the carrier.</source>
        <translation>Otra fila de este número y este día dice otra cosa. Pregunte a la transportadora.</translation>
    </message>
    <message>
        <source>The carrier no longer lists it, and it is not delivered. Ask the carrier what became of it.</source>
        <translation>La transportadora ya no lo lista y no está entregado. Pregúntele qué pasó con él.</translation>
    </message>
    <message>
        <source>It ended the day as {outcome}, and the first load after it says otherwise. Ask the carrier.</source>
        <translation>Terminó el día como {outcome}, y la primera carga posterior dice otra cosa. Pregunte a la transportadora.</translation>
    </message>
    <message>
        <source>A later message of its visit names other parcels. Ask the driver which ones are meant.</source>
        <translation>Un aviso posterior de su visita nombra otros envíos. Pregunte al conductor a cuáles se refiere.</translation>
    </message>
    <message>
        <source>No load before the later day that lists it showed it. What it was on this day is not known.</source>
        <translation>Ninguna carga anterior al día posterior que lo lista lo mostró. No se sabe qué pasó con él este día.</translation>
    </message>
    <message>
        <source>A visit without a parcel names a number that is written almost like this one. Look at the visit.</source>
        <translation>Una visita sin envío nombra un número escrito casi como este. Revise la visita.</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so; no load before a later day listed it shows it.</source>
        <translation>{state}: así lo dice {the_visit}; ninguna carga anterior al día posterior que lo lista lo muestra.</translation>
    </message>
    <message>
        <source>{state}: no visit of it is known, and no load before a later day listed it shows it.</source>
        <translation>{state}: no se conoce ninguna visita, y ninguna carga anterior al día posterior que lo lista lo muestra.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}; no notification came.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}; no llegó ningún aviso.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}; notifications were not received here yet.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}; aquí aún no se recibían avisos.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}; no visit of it is known.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}; no se conoce ninguna visita suya.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}; the status of its visit says neither delivered nor failed.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}; el estado de su visita no dice ni entregada ni fallida.</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so; the carrier said the same at {seen}.</source>
        <translation>{state}: así lo dice {the_visit}; la transportadora dijo lo mismo a las {seen}.</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so; the carrier, last asked at {load}, said “{status}”.</source>
        <translation>{state}: así lo dice {the_visit}; la transportadora, consultada por última vez a las {load}, dijo «{status}».</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so, though the carrier already said “{status}” at {seen}.</source>
        <translation>{state}: así lo dice {the_visit}, aunque la transportadora ya había dicho «{status}» a las {seen}.</translation>
    </message>
    <message>
        <source>A doubt from before this visit stays until the next load.</source>
        <translation>Una duda anterior a esta visita sigue hasta la próxima carga.</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so, and the carrier said so at {seen}.</source>
        <translation>{state}: así lo dice {the_visit}, y así lo dijo la transportadora a las {seen}.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}, but at {delivered} it had said “{delivered_status}”.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}, pero a las {delivered} había dicho «{delivered_status}».</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so, and the carrier said so at {seen}; in between, at {delivered}, it said “{delivered_status}”.</source>
        <translation>{state}: así lo dice {the_visit}, y la transportadora lo dijo a las {seen}; entre tanto, a las {delivered}, dijo «{delivered_status}».</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}, but it showed fewer failures than visits of the parcel failed.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}, pero mostró menos fallas que visitas fallidas tuvo el envío.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}, after the failed visit of {visit}.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}, después de la visita fallida de las {visit}.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}, after the failed visit of {visit}; no notification came.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}, después de la visita fallida de las {visit}; no llegó ningún aviso.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}; after the failed visit of {visit} it said “{pickup_status}” at {pickup}.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}; después de la visita fallida de las {visit} había dicho «{pickup_status}» a las {pickup}.</translation>
    </message>
    <message>
        <source>{state}: sent out again, the carrier said at {seen}; it had confirmed the failed visit of {visit} at {confirmed}.</source>
        <translation>{state}: salió otra vez, según dijo la transportadora a las {seen}; la visita fallida de las {visit} la había confirmado a las {confirmed}.</translation>
    </message>
    <message>
        <source>{state}: the carrier said so at {seen}, after “{earlier}” at {until}, but {the_visit} says “{said}”.</source>
        <translation>{state}: así lo dijo la transportadora a las {seen}, después de «{earlier}» a las {until}, pero {the_visit} dice «{said}».</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so; the carrier, asked at {load}, still says “{status}”.</source>
        <translation>{state}: así lo dice {the_visit}; la transportadora, consultada a las {load}, todavía dice «{status}».</translation>
    </message>
    <message>
        <source>{state}: {the_visit} says so, but the carrier, asked at {load}, says “{status}”.</source>
        <translation>{state}: así lo dice {the_visit}, pero la transportadora, consultada a las {load}, dice «{status}».</translation>
    </message>
    <message>
        <source>The carrier said the same at {seen}.</source>
        <translation>La transportadora decía lo mismo a las {seen}.</translation>
    </message>
    <message>
        <source>The carrier, last asked at {load}, said “{status}”.</source>
        <translation>La transportadora, consultada por última vez a las {load}, dijo «{status}».</translation>
    </message>
    <message>
        <source>The carrier confirms it since {seen} (“{status}”).</source>
        <translation>La transportadora lo confirma desde las {seen} («{status}»).</translation>
    </message>
    <message>
        <source>The carrier, asked at {load}, still says “{status}”.</source>
        <translation>La transportadora, consultada a las {load}, aún dice «{status}».</translation>
    </message>
    <message>
        <source>by the times of arrival it would say – {reason}</source>
        <translation>por las horas de llegada diría – {reason}</translation>
    </message>
    <message>
        <source>this computer&apos;s clock was set back, and may be behind since: what was said last, or how long both sources have differed, is not known.</source>
        <translation>el reloj de este computador se atrasó y puede seguir atrasado: no se sabe qué se dijo al final ni desde cuándo difieren las dos fuentes.</translation>
    </message>
</context>
<context>
    <name>ReceiverPanel</name>
    <message>
        <source>Receiver</source>
        <translation>Receptor</translation>
    </message>
    <message>
        <source>None was recorded.</source>
        <translation>No se registró ninguno.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Show the steps</source>
        <translation>Mostrar los pasos</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Detener…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Look at them</source>
        <translation>Verlos</translation>
    </message>
    <message>
        <source>Stop receiving notifications?</source>
        <translation>¿Dejar de recibir avisos?</translation>
    </message>
    <message>
        <source>Visits that are closed until you start it again are not heard. The time is listed as a gap.</source>
        <translation>No llegarán los avisos de las visitas que se cierren hasta que lo inicie de nuevo. El tiempo queda en la lista de periodos sin recepción.</translation>
    </message>
    <message>
        <source>Go on receiving</source>
        <translation>Seguir recibiendo</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Local</translation>
    </message>
    <message>
        <source>Public</source>
        <translation>Pública</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Token siguiente</translation>
    </message>
    <message>
        <source>Other desks</source>
        <translation>Otros puestos</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Último</translation>
    </message>
    <message>
        <source>Also received by</source>
        <translation>También recibe</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Guardados</translation>
    </message>
    <message>
        <source>Turned away</source>
        <translation>Rechazados</translation>
    </message>
    <message>
        <source>Wrong tokens</source>
        <translation>Tokens equivocados</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Apartados</translation>
    </message>
    <message>
        <source>Address and token</source>
        <translation>Dirección y token</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Avisos</translation>
    </message>
    <message>
        <source>Reception gaps</source>
        <translation>Periodos sin recepción</translation>
    </message>
    <message>
        <source>✓ accepted as well</source>
        <translation>✓ también se acepta</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>ninguno aún</translation>
    </message>
    <message numerus="yes">
        <source>%Ln since the receiver was started</source>
        <translation>
            <numerusform>%Ln desde que se inició el receptor</numerusform>
            <numerusform>%Ln desde que se inició el receptor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln could not be read</source>
        <translation>
            <numerusform>%Ln no se pudo leer</numerusform>
            <numerusform>%Ln no se pudieron leer</numerusform>
        </translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Reiniciar</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>✓ set</source>
        <translation>✓ definido</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>Sin definir</translation>
    </message>
    <message>
        <source>Notifications come to {path} instead of {own}. They are kept. Have the provider correct the address, or change the path in the settings.</source>
        <translation>Los avisos llegan a {path} en vez de {own}. Se guardan. Pida al proveedor que corrija la dirección, o cambie la ruta de la URL en Ajustes.</translation>
    </message>
</context>
<context>
    <name>ReceiverSettings</name>
    <message>
        <source>The provider sends to https addresses only.</source>
        <translation>El proveedor solo envía a direcciones https.</translation>
    </message>
    <message>
        <source>A saved token cannot be seen again: copy a generated one for the provider before you save. The next one is for a change without a gap: while both are set, both are accepted.</source>
        <translation>El token guardado no se vuelve a mostrar: si lo genera, cópielo para el proveedor antes de guardar. El siguiente sirve para cambiarlo sin perder avisos: mientras estén los dos, se aceptan ambos.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Token siguiente</translation>
    </message>
</context>
<context>
    <name>ReceiverWords</name>
    <message>
        <source>since {time}</source>
        <translation>desde {time}</translation>
    </message>
    <message>
        <source>Not listening since {time}</source>
        <translation>Sin recepción desde {time}</translation>
    </message>
    <message>
        <source>last notification {time}</source>
        <translation>último aviso {time}</translation>
    </message>
    <message>
        <source>listening since {time}</source>
        <translation>escuchando desde {time}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reception gap(s) today</source>
        <translation>
            <numerusform>%Ln periodo sin recepción hoy</numerusform>
            <numerusform>%Ln periodos sin recepción hoy</numerusform>
        </translation>
    </message>
    <message>
        <source>Socket taken</source>
        <translation>Socket ocupado</translation>
    </message>
    <message>
        <source>The socket is taken</source>
        <translation>El socket está ocupado</translation>
    </message>
    <message>
        <source>With it, what a driver closes is on the desk within a second. It needs the token that you agreed on with the provider, and an https address that leads here: enter them in the settings. Until then the desk shows the carrier&apos;s word, and marks no row as possibly missed.</source>
        <translation>Con él, lo que un conductor cierra aparece aquí en menos de un segundo. Necesita el token acordado con el proveedor y una dirección https que llegue aquí: escríbalos en los ajustes. Hasta entonces Despacho muestra lo que dice la transportadora y no marca ninguna fila como posible aviso perdido.</translation>
    </message>
    <message>
        <source>Since {time}.</source>
        <translation>Desde {time}.</translation>
    </message>
    <message>
        <source>No notifications have been received since {time}.</source>
        <translation>No se reciben avisos desde {time}.</translation>
    </message>
    <message>
        <source>What the drivers close meanwhile shows only with the next load.</source>
        <translation>Lo que los conductores cierren mientras tanto solo se ve con la próxima carga.</translation>
    </message>
    <message>
        <source>The public address does not lead here:</source>
        <translation>La dirección pública no llega aquí:</translation>
    </message>
    <message>
        <source>No notification has arrived yet: the desk shows the carrier&apos;s word, and marks no row as possibly missed.</source>
        <translation>Todavía no ha llegado ningún aviso: Despacho muestra lo que dice la transportadora y no marca ninguna fila como posible aviso perdido.</translation>
    </message>
    <message>
        <source>Whether the provider reaches this computer is not known: test it from outside, or wait for a notification.</source>
        <translation>No se sabe si el proveedor llega hasta este computador: haga la prueba desde internet o espere un aviso.</translation>
    </message>
    <message>
        <source>without the right token</source>
        <translation>sin el token correcto</translation>
    </message>
    <message>
        <source>to another path, without the token</source>
        <translation>a otra URL, sin el token</translation>
    </message>
    <message>
        <source>not sent by POST</source>
        <translation>sin usar POST</translation>
    </message>
    <message>
        <source>over 1 MiB</source>
        <translation>de más de 1 MiB</translation>
    </message>
    <message>
        <source>compressed, and not by gzip or deflate</source>
        <translation>comprimidos, pero no con gzip ni deflate</translation>
    </message>
    <message>
        <source>malformed, or sent too slowly</source>
        <translation>mal formados, o muy lentos</translation>
    </message>
    <message>
        <source>could not be kept then; the provider tries again</source>
        <translation>sin poder guardarse; el proveedor reintenta</translation>
    </message>
    <message>
        <source>others</source>
        <translation>otras</translation>
    </message>
</context>
<context>
    <name>Reception</name>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>Sin recepción</translation>
    </message>
    <message>
        <source>Receiver is starting</source>
        <translation>Iniciando el receptor</translation>
    </message>
    <message>
        <source>Receiving</source>
        <translation>Recibiendo</translation>
    </message>
    <message>
        <source>Listening on this computer only</source>
        <translation>Escucha solo en este computador</translation>
    </message>
    <message>
        <source>Listening here only</source>
        <translation>Solo en este computador</translation>
    </message>
    <message>
        <source>Not reachable from outside</source>
        <translation>No se alcanza desde internet</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>No se alcanza</translation>
    </message>
    <message>
        <source>Wrong token</source>
        <translation>Token equivocado</translation>
    </message>
    <message>
        <source>Another Despacho listens</source>
        <translation>Escucha otro Despacho</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>En otro lado</translation>
    </message>
    <message>
        <source>Listening in another Despacho</source>
        <translation>Escucha otro Despacho</translation>
    </message>
    <message>
        <source>The receiver is not set up</source>
        <translation>El receptor no está configurado</translation>
    </message>
    <message>
        <source>Not set up</source>
        <translation>Sin configurar</translation>
    </message>
    <message>
        <source>Receiver not set up</source>
        <translation>Receptor sin configurar</translation>
    </message>
    <message>
        <source>No token</source>
        <translation>Sin token</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>Port {port} is taken</source>
        <translation>El puerto {port} está ocupado</translation>
    </message>
    <message>
        <source>Port {port} taken</source>
        <translation>Puerto {port} ocupado</translation>
    </message>
</context>
<context>
    <name>RecipientView</name>
    <message>
        <source>Recipient unknown</source>
        <translation>Destinatario desconocido</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>y %Ln más</numerusform>
            <numerusform>y %Ln más</numerusform>
        </translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>History of {number}</source>
        <translation>Historial de {number}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other recipient(s) to call have this number: ask who answers.</source>
        <translation>
            <numerusform>%Ln destinatario más por llamar tiene este teléfono: pregunte quién contesta.</numerusform>
            <numerusform>%Ln destinatarios más por llamar tienen este teléfono: pregunte quién contesta.</numerusform>
        </translation>
    </message>
    <message>
        <source>No phone number was sent.</source>
        <translation>No llegó ningún teléfono.</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>«{text}»</translation>
    </message>
    <message>
        <source>This is no phone number that can be called: {text}</source>
        <translation>Esto no es un teléfono al que se pueda llamar: {text}</translation>
    </message>
    <message>
        <source>Show {number} in its table</source>
        <translation>Mostrar {number} en su tabla</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>The data was damaged and was restored from the copy of {time}. {rescued} {days} {aside}</source>
        <translation>Los datos se dañaron y se restauraron con la copia de {time}. {rescued} {days} {aside}</translation>
    </message>
    <message>
        <source>The data was damaged and there was no copy of it, so Despacho starts with empty data. {rescued} {days} {aside}</source>
        <translation>Los datos se dañaron y no había copia, así que Despacho empieza sin datos. {rescued} {days} {aside}</translation>
    </message>
    <message>
        <source>The data was missing and was restored from the copy of {time}. {days}</source>
        <translation>Faltaban los datos y se restauraron con la copia de {time}. {days}</translation>
    </message>
    <message>
        <source>The data was missing and there is no copy of it, so Despacho starts with empty data. {days}</source>
        <translation>Faltaban los datos y no hay copia de ellos, así que Despacho empieza sin datos. {days}</translation>
    </message>
    <message>
        <source>The data file was moved, replaced or truncated while Despacho was running. All data was saved in a new file, and nothing is missing. If another file replaced it, that file is in the folder “damaged”.</source>
        <translation>El archivo de datos se movió, se reemplazó o se recortó mientras Despacho estaba abierto. Todos los datos se guardaron en un archivo nuevo y no falta nada. Si otro archivo lo reemplazó, ese archivo está en la carpeta «damaged».</translation>
    </message>
    <message>
        <source>Also recovered from the damaged file: notifications {notifications}, notes {follow_ups}.</source>
        <translation>Del archivo dañado se recuperaron además: avisos {notifications}, notas {follow_ups}.</translation>
    </message>
    <message>
        <source>The days are loaded again automatically.</source>
        <translation>Los días se cargan de nuevo automáticamente.</translation>
    </message>
    <message>
        <source>It is not known which days had been loaded: load the missing ones again.</source>
        <translation>No se sabe qué días se habían cargado: vuelva a cargar los que falten.</translation>
    </message>
    <message>
        <source>The damaged file is in the folder “damaged”.</source>
        <translation>El archivo dañado está en la carpeta «damaged».</translation>
    </message>
</context>
<context>
    <name>Relay</name>
    <message>
        <source>The setting relay_url is empty, so nothing is shared.</source>
        <translation>El ajuste relay_url está vacío, así que no se comparte nada.</translation>
    </message>
    <message>
        <source>Connecting to the relay.</source>
        <translation>Conectando con el relevo.</translation>
    </message>
    <message>
        <source>Reading what the other desks shared: {count} to go.</source>
        <translation>Leyendo lo que compartieron los demás puestos: faltan {count}.</translation>
    </message>
    <message>
        <source>Shared with the other desks of “{site}”.</source>
        <translation>Compartido con los demás puestos de «{site}».</translation>
    </message>
    <message>
        <source>This computer&apos;s clock and the relay&apos;s differ by {minutes} minutes. Set this computer&apos;s clock, else it cannot be told which of two follow-ups is the later one.</source>
        <translation>El reloj de este computador y el del relevo difieren {minutes} minutos. Ajuste el de este computador; si no, no se puede saber cuál de dos seguimientos es el último.</translation>
    </message>
    <message>
        <source>Facts that are too large for the relay, and were not shared: {count}. Its administrator can raise max_payload.</source>
        <translation>Datos demasiado grandes para el relevo, que no se compartieron: {count}. Su administrador puede subir max_payload.</translation>
    </message>
    <message>
        <source>Another desk is called “{desk}” too. Give this one another name: despacho settings set desk NAME</source>
        <translation>Otro puesto también se llama «{desk}». Dele otro nombre a este: despacho settings set desk NOMBRE</translation>
    </message>
    <message>
        <source>Facts that the credentials do not permit to share: {count}. Only a receiver&apos;s credentials permit notifications.</source>
        <translation>Datos que las credenciales no permiten compartir: {count}. Solo las credenciales de un receptor permiten avisos.</translation>
    </message>
    <message>
        <source>Facts of other desks that only a newer version can read: {count}. They are kept until an update.</source>
        <translation>Datos de otros puestos que solo una versión más nueva puede leer: {count}. Se guardan hasta que se actualice.</translation>
    </message>
    <message>
        <source>The receiver on “{desk}” does not report. Look there whether Despacho runs and what it says, and load the day until it does.</source>
        <translation>El receptor de «{desk}» no da señales. Vea allí si Despacho está en marcha y qué dice; mientras tanto, cargue el día.</translation>
    </message>
    <message>
        <source>The clock of the desk “{desk}” is {minutes} minutes ahead. What it loads and notes counts as later than what others load and note after it. Have its clock set.</source>
        <translation>El reloj del puesto «{desk}» está adelantado {minutes} minutos. Lo que carga y anota cuenta como posterior a lo que otros cargan y anotan después. Pida que lo ajusten.</translation>
    </message>
    <message>
        <source>Messages of the desk “{desk}” that no version of Despacho writes, and were set aside: {count}. Ask there; if nobody knows why, have its access to the relay removed.</source>
        <translation>Mensajes del puesto «{desk}» que ninguna versión de Despacho escribe y se apartaron: {count}. Pregunte allí; si nadie sabe por qué, pida que le quiten el acceso al relevo.</translation>
    </message>
    <message>
        <source>The relay {server} cannot be reached ({reason}). Despacho keeps trying.</source>
        <translation>No se alcanza el relevo {server} ({reason}). Despacho lo sigue intentando.</translation>
    </message>
    <message>
        <source>The relay {server} does not answer. Despacho keeps trying.</source>
        <translation>El relevo {server} no responde. Despacho lo sigue intentando.</translation>
    </message>
    <message>
        <source>The connection to the relay {server} was lost. Despacho connects again.</source>
        <translation>Se perdió la conexión con el relevo {server}. Despacho se conecta otra vez.</translation>
    </message>
    <message>
        <source>The relay {server} refuses the credentials. Enter relay-user and relay-password, or relay-nkey, as its administrator gave them to you.</source>
        <translation>El relevo {server} rechaza las credenciales. Escriba relay-user y relay-password, o relay-nkey, como se los dio su administrador.</translation>
    </message>
    <message>
        <source>The relay&apos;s credentials do not permit to use {what}. The setting desk must be the name that the relay&apos;s administrator gave this desk; if it is, ask for other credentials.</source>
        <translation>Las credenciales del relevo no permiten usar {what}. El ajuste desk debe ser el nombre que el administrador del relevo le dio a este puesto; si lo es, pídale otras.</translation>
    </message>
    <message>
        <source>The relay {server} does not offer encryption, so nothing was sent to it.</source>
        <translation>El relevo {server} no ofrece cifrado, así que no se le envió nada.</translation>
    </message>
    <message>
        <source>The certificate of the relay {server} is not valid at this time. Check this computer&apos;s clock.</source>
        <translation>El certificado del relevo {server} no es válido en este momento. Revise el reloj de este computador.</translation>
    </message>
    <message>
        <source>The certificate of the relay is not for {server}.</source>
        <translation>El certificado del relevo no es para {server}.</translation>
    </message>
    <message>
        <source>This computer does not trust the certificate of the relay {server}. Install that of its authority on this computer.</source>
        <translation>Este computador no confía en el certificado del relevo {server}. Instale en él el de su autoridad.</translation>
    </message>
    <message>
        <source>The certificate of the relay {server} cannot be used.</source>
        <translation>El certificado del relevo {server} no se puede usar.</translation>
    </message>
    <message>
        <source>The relay has no stream for the site “{site}” yet, or it was deleted. A receiver creates it when it starts: despacho receive --relay</source>
        <translation>El relevo todavía no tiene un flujo para la sede «{site}», o se borró. Lo crea un receptor cuando empieza: despacho receive --relay</translation>
    </message>
    <message>
        <source>The relay cannot store more ({reason}). Its administrator must give it more disk or a larger limit. What was not published is kept here, and is published then.</source>
        <translation>El relevo no puede guardar más ({reason}). Su administrador debe darle más disco o un límite mayor. Lo que no se publicó queda aquí y se publica entonces.</translation>
    </message>
    <message>
        <source>JetStream is not enabled on the relay, or not for these credentials.</source>
        <translation>JetStream no está activado en el relevo, o no para estas credenciales.</translation>
    </message>
    <message>
        <source>The relay answered with an error: {reason}. Despacho keeps trying.</source>
        <translation>El relevo respondió con un error: {reason}. Despacho lo sigue intentando.</translation>
    </message>
    <message>
        <source>The relay&apos;s stream was restored from an older copy. Despacho publishes and reads all again.</source>
        <translation>El flujo del relevo se restauró de una copia más vieja. Despacho publica y lee todo otra vez.</translation>
    </message>
    <message>
        <source>The setting relay_url is set, but what it needs is not installed. Install Despacho together with it.</source>
        <translation>El ajuste relay_url está puesto, pero no está instalado lo que necesita. Instale Despacho junto con ello.</translation>
    </message>
</context>
<context>
    <name>Remedies</name>
    <message>
        <source>Retry</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Enter the token</source>
        <translation>Escribir el token</translation>
    </message>
    <message>
        <source>Check the address</source>
        <translation>Revisar la dirección</translation>
    </message>
    <message>
        <source>Wait longer</source>
        <translation>Esperar más</translation>
    </message>
</context>
<context>
    <name>ReminderField</name>
    <message>
        <source>As the reason says</source>
        <translation>Según el motivo</translation>
    </message>
    <message>
        <source>In {minutes} min</source>
        <translation>En {minutes} min</translation>
    </message>
    <message>
        <source>In {hours} h</source>
        <translation>En {hours} h</translation>
    </message>
    <message>
        <source>At a time…</source>
        <translation>A una hora exacta…</translation>
    </message>
    <message>
        <source>Call again</source>
        <translation>Volver a llamar</translation>
    </message>
    <message>
        <source>Time of the call</source>
        <translation>Hora de la llamada</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>By driver</source>
        <translation>Por conductor</translation>
    </message>
    <message>
        <source>By route</source>
        <translation>Por ruta</translation>
    </message>
    <message>
        <source>By manifest</source>
        <translation>Por planilla</translation>
    </message>
    <message>
        <source>By locality</source>
        <translation>Por localidad</translation>
    </message>
    <message>
        <source>Loaded {at}</source>
        <translation>Cargado {at}</translation>
    </message>
    <message>
        <source>Never loaded from the carrier</source>
        <translation>Nunca cargado de la transportadora</translation>
    </message>
    <message>
        <source>Printed {at}</source>
        <translation>Impreso {at}</translation>
    </message>
    <message>
        <source>Times of {zone}</source>
        <translation>Horas de {zone}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln pieza</numerusform>
            <numerusform>%Ln piezas</numerusform>
        </translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>Página {page} de {pages}</translation>
    </message>
    <message>
        <source>{title}, continued</source>
        <translation>{title}, continuación</translation>
    </message>
    <message>
        <source>To be looked at (one parcel may be counted in several of these lines)</source>
        <translation>Por revisar (un envío puede contarse en varias de estas líneas)</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
    <message>
        <source>The day</source>
        <translation>El día</translation>
    </message>
    <message>
        <source>By carrier</source>
        <translation>Por transportadora</translation>
    </message>
    <message>
        <source>Declared value</source>
        <translation>Valor declarado</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Cantidad</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>Nada.</translation>
    </message>
    <message>
        <source>% delivered</source>
        <translation>% entregado</translation>
    </message>
    <message>
        <source>Value delivered</source>
        <translation>Valor entregado</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Piezas</translation>
    </message>
    <message>
        <source>Recipient and phone</source>
        <translation>Destinatario y teléfono</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Locality</source>
        <translation>Localidad</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Conductor</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Cerrada</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo paso</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Atendido</translation>
    </message>
    <message>
        <source>Failures ({count})</source>
        <translation>Fallidos ({count})</translation>
    </message>
    <message>
        <source>No parcel failed, and no visit.</source>
        <translation>No falló ningún envío ni ninguna visita.</translation>
    </message>
    <message>
        <source>Called {at}</source>
        <translation>Llamada {at}</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>todavía no</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Duración</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Causa</translation>
    </message>
    <message>
        <source>None of that day is known.</source>
        <translation>No se conoce ninguno de ese día.</translation>
    </message>
    <message>
        <source>Reception gaps</source>
        <translation>Periodos sin recepción</translation>
    </message>
</context>
<context>
    <name>Retention</name>
    <message numerus="yes">
        <source> day(s)</source>
        <translation>
            <numerusform> día</numerusform>
            <numerusform> días</numerusform>
        </translation>
    </message>
    <message>
        <source>What was last loaded, or was received, longer ago is deleted once a day with its notes, from the copies too.</source>
        <translation>Lo que se cargó por última vez, o se recibió, hace más tiempo se borra una vez al día con sus notas, también de las copias.</translation>
    </message>
    <message numerus="yes">
        <source>If you save this, %Ln day(s) will be deleted within minutes.</source>
        <translation>
            <numerusform>Si guarda esto, se borrará %Ln día en pocos minutos.</numerusform>
            <numerusform>Si guarda esto, se borrarán %Ln días en pocos minutos.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowCounter</name>
    <message>
        <source>Nothing loaded yet</source>
        <translation>Nada cargado todavía</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} de {total}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln no longer match</source>
        <translation>
            <numerusform>%Ln ya no cumple</numerusform>
            <numerusform>%Ln ya no cumplen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln seleccionada</numerusform>
            <numerusform>%Ln seleccionadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln pieza</numerusform>
            <numerusform>%Ln piezas</numerusform>
        </translation>
    </message>
    <message>
        <source>{amount} declared</source>
        <translation>{amount} declarados</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>Column</source>
        <translation>Columna</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>Marcar como atendido…</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Agregar nota</translation>
    </message>
    <message>
        <source>Assign to me</source>
        <translation>Asignármelo</translation>
    </message>
    <message>
        <source>Assign to nobody</source>
        <translation>Dejar sin asignar</translation>
    </message>
    <message>
        <source>Copy summary</source>
        <translation>Copiar resumen</translation>
    </message>
    <message>
        <source>Mark as seen</source>
        <translation>Marcar como visto</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
    <message>
        <source>Filter by “{value}”</source>
        <translation>Filtrar por «{value}»</translation>
    </message>
    <message>
        <source>Exclude “{value}”</source>
        <translation>Excluir «{value}»</translation>
    </message>
    <message>
        <source>Copy number</source>
        <translation>Copiar número</translation>
    </message>
    <message>
        <source>Copy tracking numbers</source>
        <translation>Copiar números de seguimiento</translation>
    </message>
    <message>
        <source>Copy phone</source>
        <translation>Copiar teléfono</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Copiar dirección</translation>
    </message>
    <message>
        <source>Copy visit number</source>
        <translation>Copiar número de visita</translation>
    </message>
    <message>
        <source>Copy as sent</source>
        <translation>Copiar tal como llegó</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Copiar filas</translation>
    </message>
    <message>
        <source>Copy rows with titles</source>
        <translation>Copiar filas con títulos</translation>
    </message>
</context>
<context>
    <name>RowsView</name>
    <message>
        <source>Open detail</source>
        <translation>Abrir el detalle</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) copied</source>
        <translation>
            <numerusform>%Ln fila copiada</numerusform>
            <numerusform>%Ln filas copiadas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SavedViews</name>
    <message>
        <source>A pasted list is of one day and is not kept. Filter or search as well.</source>
        <translation>Una lista pegada es de un solo día y no se guarda. Filtre o busque además.</translation>
    </message>
    <message>
        <source>Filter, search or sort a table first: that is what a view keeps.</source>
        <translation>Primero filtre, busque u ordene una tabla: eso es lo que guarda una vista.</translation>
    </message>
    <message>
        <source>An order of its own</source>
        <translation>Un orden propio</translation>
    </message>
    <message>
        <source>Save as view</source>
        <translation>Guardar como vista</translation>
    </message>
    <message>
        <source>view {view} saved</source>
        <translation>vista {view} guardada</translation>
    </message>
    <message>
        <source>Rename view</source>
        <translation>Cambiar el nombre de la vista</translation>
    </message>
    <message>
        <source>view {view} renamed</source>
        <translation>vista renombrada: {view}</translation>
    </message>
    <message>
        <source>view {view} deleted</source>
        <translation>vista {view} eliminada</translation>
    </message>
    <message>
        <source>The view {view} is deleted. Undo brings it back.</source>
        <translation>La vista {view} se eliminó. Deshacer la recupera.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Cambiar nombre…</translation>
    </message>
    <message>
        <source>Replace by what is shown now</source>
        <translation>Reemplazar por lo que se muestra ahora</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
</context>
<context>
    <name>SavingDialog</name>
    <message>
        <source>Use for this session only</source>
        <translation>Usar solo en esta sesión</translation>
    </message>
    <message>
        <source>Send the kept credentials to {origin}</source>
        <translation>Enviar las credenciales guardadas a {origin}</translation>
    </message>
</context>
<context>
    <name>SecretLine</name>
    <message>
        <source>Forget</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Forget: {what}</source>
        <translation>Eliminar: {what}</translation>
    </message>
    <message>
        <source>Type to replace it.</source>
        <translation>Escriba para reemplazarlo.</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>sin definir</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Ver</translation>
    </message>
    <message>
        <source>Show: {what}</source>
        <translation>Ver: {what}</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Generar</translation>
    </message>
    <message>
        <source>Generate: {what}</source>
        <translation>Generar: {what}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ocultar</translation>
    </message>
    <message>
        <source>is forgotten as soon as you save</source>
        <translation>se elimina al guardar</translation>
    </message>
</context>
<context>
    <name>SelectionDetailBuilder</name>
    <message>
        <source>Acknowledge…</source>
        <translation>Marcar como atendidas…</translation>
    </message>
    <message>
        <source>Reason, next step, call and note for all that failed.</source>
        <translation>Motivo, próximo paso, llamada y nota para todos los que fallaron.</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>The selected rows alone, as a file.</source>
        <translation>Solo las filas seleccionadas, en un archivo.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) selected</source>
        <translation>
            <numerusform>%Ln fila seleccionada</numerusform>
            <numerusform>%Ln filas seleccionadas</numerusform>
        </translation>
    </message>
    <message>
        <source>For all of them</source>
        <translation>Para todas</translation>
    </message>
</context>
<context>
    <name>Sender</name>
    <message>
        <source>The provider of the notifications seems to write UTC, and its times are read as {zone}.</source>
        <translation>El proveedor de los avisos parece escribir en UTC, y sus horas se leen como {zone}.</translation>
    </message>
    <message>
        <source>The provider of the notifications seems to write the site&apos;s time, and it is read as {zone}.</source>
        <translation>El proveedor de los avisos parece escribir la hora de la sede, y se lee como {zone}.</translation>
    </message>
    <message>
        <source>The provider&apos;s clock seems to be {hours} ahead of {zone}, in which its times are read.</source>
        <translation>El reloj del proveedor parece ir {hours} adelantado respecto de {zone}, la zona en que se leen sus horas.</translation>
    </message>
    <message>
        <source>The provider&apos;s clock seems to be {hours} behind {zone}, in which its times are read.</source>
        <translation>El reloj del proveedor parece ir {hours} atrasado respecto de {zone}, la zona en que se leen sus horas.</translation>
    </message>
    <message>
        <source>{finding} Visits are therefore dated wrong. To set it right: {command}</source>
        <translation>{finding} Por eso las visitas quedan con una hora equivocada. Para corregirlo: {command}</translation>
    </message>
    <message>
        <source>{finding} Visits are therefore dated wrong. Ask the provider which time zone it writes, and set it: {command}</source>
        <translation>{finding} Por eso las visitas quedan con una hora equivocada. Pregunte al proveedor en qué zona horaria escribe y defínala: {command}</translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>an address such as https://example.com/api, with no user in it, no ? and no #</source>
        <translation>una dirección como https://example.com/api, sin usuario, ni ? ni #</translation>
    </message>
    <message>
        <source>a number from {least} to {most}</source>
        <translation>un número de {least} a {most}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true o false</translation>
    </message>
    <message>
        <source>a time such as 13:30, or empty</source>
        <translation>una hora como 13:30, o vacío</translation>
    </message>
    <message>
        <source>a time zone by its IANA name, such as America/Bogota</source>
        <translation>una zona horaria por su nombre IANA, como America/Bogota</translation>
    </message>
    <message>
        <source>an address such as https://example.com/api (http:// on this computer alone, such as http://127.0.0.1:8900), with no user in it, no ? and no #</source>
        <translation>una dirección como https://example.com/api (http:// solo en este computador, como http://127.0.0.1:8900), sin usuario, ni ? ni #</translation>
    </message>
    <message>
        <source>two letters, such as CO or PE</source>
        <translation>dos letras, como CO o PE</translation>
    </message>
    <message>
        <source>a time from 00:00 to 12:00, such as 08:00</source>
        <translation>una hora entre 00:00 y 12:00, como 08:00</translation>
    </message>
    <message>
        <source>one of {codes}</source>
        <translation>uno de {codes}</translation>
    </message>
    <message>
        <source>light or dark</source>
        <translation>light o dark</translation>
    </message>
    <message>
        <source>list, message, sound or both</source>
        <translation>list, message, sound o both</translation>
    </message>
    <message>
        <source>off, list, message, sound or both</source>
        <translation>off, list, message, sound o both</translation>
    </message>
    <message>
        <source>a short text</source>
        <translation>un texto corto</translation>
    </message>
    <message>
        <source>an address of this computer that others cannot reach, such as 127.0.0.1 or a Unix socket, unix:/path, since the receiver does not encrypt (despacho receive --host ADDRESS listens on another one all the same)</source>
        <translation>una dirección de este computador a la que otros no llegan, como 127.0.0.1 o un socket Unix, unix:/carpeta/archivo, porque el receptor no cifra (despacho receive --host DIRECCIÓN escucha en otra de todos modos)</translation>
    </message>
    <message>
        <source>a path that begins with / and has no spaces, ? or #</source>
        <translation>una ruta de URL que empiece por /, sin espacios, ni ? ni #</translation>
    </message>
    <message>
        <source>an https address of a server&apos;s name, not of an IP address or this computer, with {z}, {x} and {y} in its path, such as https://example.com/{z}/{x}/{y}.png</source>
        <translation>una dirección https con el nombre de un servidor, que no sea una dirección IP ni este computador y que contenga {z}, {x} y {y}, como https://example.com/{z}/{x}/{y}.png</translation>
    </message>
    <message>
        <source>an address such as tls://relay.example:4222 (nats:// on this computer alone), or several with commas between them, with no user and no path in it</source>
        <translation>una dirección como tls://relay.example:4222 (nats:// solo en este computador), o varias separadas por comas, sin usuario ni nada detrás</translation>
    </message>
    <message>
        <source>the path of a file with a certificate, in the form PEM</source>
        <translation>el nombre de un archivo con un certificado, en formato PEM</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>under the bell only</source>
        <translation>solo en la campana</translation>
    </message>
    <message>
        <source>with a message</source>
        <translation>con un mensaje</translation>
    </message>
    <message>
        <source>with a sound</source>
        <translation>con un sonido</translation>
    </message>
    <message>
        <source>with both</source>
        <translation>con ambos</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>sin alerta</translation>
    </message>
    <message>
        <source>a mail server with its port, such as mail.example.com:587</source>
        <translation>un servidor de correo con su puerto, como mail.example.com:587</translation>
    </message>
    <message>
        <source>mail addresses, with commas between them</source>
        <translation>direcciones de correo, separadas por comas</translation>
    </message>
    <message>
        <source>codes of carriers, with commas between them</source>
        <translation>códigos de transportadoras, separados por comas</translation>
    </message>
    <message>
        <source>a name of at most {longest} characters</source>
        <translation>un nombre de {longest} caracteres como máximo</translation>
    </message>
    <message>
        <source>one line of at most {longest} characters</source>
        <translation>una línea de {longest} caracteres a lo sumo</translation>
    </message>
    <message>
        <source>{rule}: how it is announced</source>
        <translation>{rule}: cómo se anuncia</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>https://</source>
        <translation>https://</translation>
    </message>
    <message>
        <source>Carrier&apos;s code</source>
        <translation>Código de la transportadora</translation>
    </message>
    <message>
        <source>Carriers of this desk</source>
        <translation>Transportadoras de este puesto</translation>
    </message>
    <message>
        <source>Give up after</source>
        <translation>Desistir tras</translation>
    </message>
    <message>
        <source> s without an answer</source>
        <translation> s sin respuesta</translation>
    </message>
    <message>
        <source>Ask again after</source>
        <translation>Volver a consultar tras</translation>
    </message>
    <message>
        <source> s, then longer</source>
        <translation> s, luego más</translation>
    </message>
    <message>
        <source>Load today again every</source>
        <translation>Recargar el día de hoy cada</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Listens on host</source>
        <translation>Escucha en</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Ruta de la URL</translation>
    </message>
    <message>
        <source>Public address</source>
        <translation>Dirección pública</translation>
    </message>
    <message>
        <source>Failed visits</source>
        <translation>Visitas fallidas</translation>
    </message>
    <message>
        <source>Promised calls</source>
        <translation>Llamadas prometidas</translation>
    </message>
    <message>
        <source>Reception of notifications</source>
        <translation>Recepción de avisos</translation>
    </message>
    <message>
        <source>Notifications set aside</source>
        <translation>Avisos apartados</translation>
    </message>
    <message>
        <source>Program, data, credentials</source>
        <translation>Programa, datos y credenciales</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>Silencio desde</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>Silencio hasta</translation>
    </message>
    <message>
        <source>Silent driver</source>
        <translation>Conductor en silencio</translation>
    </message>
    <message>
        <source>Promises still open</source>
        <translation>Promesas sin cumplir</translation>
    </message>
    <message>
        <source>Failures of a route</source>
        <translation>Fallidas en una ruta</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Carrier not loaded</source>
        <translation>Transportadora sin cargar</translation>
    </message>
    <message>
        <source>Name of the site</source>
        <translation>Nombre de la sede</translation>
    </message>
    <message>
        <source>The same at each desk of the site.</source>
        <translation>El mismo en cada puesto de la sede.</translation>
    </message>
    <message>
        <source>Name of this desk</source>
        <translation>Nombre de este puesto</translation>
    </message>
    <message>
        <source>the name of this computer</source>
        <translation>el nombre de este computador</translation>
    </message>
    <message>
        <source>Relay</source>
        <translation>Servidor de relevo</translation>
    </message>
    <message>
        <source>none: nothing is shared</source>
        <translation>ninguno: no se comparte nada</translation>
    </message>
    <message>
        <source>Its certificate</source>
        <translation>Certificado del relevo</translation>
    </message>
    <message>
        <source>none: the system knows its issuer</source>
        <translation>ninguno: basta con los de este computador</translation>
    </message>
    <message>
        <source>The carrier catches up within</source>
        <translation>La transportadora se pone al día en</translation>
    </message>
    <message>
        <source> min of a visit</source>
        <translation> min, como máximo</translation>
    </message>
    <message>
        <source>Street map from</source>
        <translation>Mapa de calles de</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>Maker of the street map</source>
        <translation>Autor del mapa de calles</translation>
    </message>
    <message>
        <source>New versions from</source>
        <translation>Versiones nuevas de</translation>
    </message>
    <message>
        <source>off</source>
        <translation>apagado</translation>
    </message>
    <message>
        <source>Mail server</source>
        <translation>Servidor de correo</translation>
    </message>
    <message>
        <source>none: nothing is mailed</source>
        <translation>ninguno: no se envía nada por correo</translation>
    </message>
    <message>
        <source>Its user</source>
        <translation>Su usuario</translation>
    </message>
    <message>
        <source>Mails come from</source>
        <translation>Los correos salen de</translation>
    </message>
    <message>
        <source>Mails go to</source>
        <translation>Los correos llegan a</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Su nombre</translation>
    </message>
    <message>
        <source>your user name</source>
        <translation>su nombre de usuario</translation>
    </message>
    <message>
        <source>Time zone of the site</source>
        <translation>Zona horaria de la sede</translation>
    </message>
    <message>
        <source>As this computer: {zone}</source>
        <translation>La de este computador: {zone}</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Sede</translation>
    </message>
    <message>
        <source>Country of the site</source>
        <translation>País de la sede</translation>
    </message>
    <message>
        <source>such as CO; empty: as the time zone</source>
        <translation>como CO; vacío: el de la zona horaria</translation>
    </message>
    <message>
        <source>The day ends at</source>
        <translation>El día termina a las</translation>
    </message>
    <message>
        <source>From 00:00 to 12:00: what happens before it is still of the day before.</source>
        <translation>Entre 00:00 y 12:00: lo que ocurre antes de esa hora es todavía del día anterior.</translation>
    </message>
    <message>
        <source>Time zone of the notifications</source>
        <translation>Zona horaria de los avisos</translation>
    </message>
    <message>
        <source>As the site&apos;s</source>
        <translation>La de la sede</translation>
    </message>
    <message>
        <source>A check-in is far from</source>
        <translation>Marcar como lejos desde</translation>
    </message>
    <message>
        <source> m from the address</source>
        <translation> m de la dirección</translation>
    </message>
    <message>
        <source>none: the map asks no server</source>
        <translation>ninguno: el mapa no consulta ningún servidor</translation>
    </message>
    <message>
        <source>An https address with {{z}}, {{x}} and {{y}}. That server sees which parts of the map are looked at.</source>
        <translation>Una dirección https con {{z}}, {{x}} y {{y}}. Ese servidor ve qué partes del mapa se miran.</translation>
    </message>
    <message>
        <source>such as © OpenStreetMap</source>
        <translation>por ejemplo, © OpenStreetMap</translation>
    </message>
    <message>
        <source>none: it is asked for nowhere</source>
        <translation>ninguna: no se pregunta</translation>
    </message>
    <message>
        <source>Data and program</source>
        <translation>Datos y programa</translation>
    </message>
    <message>
        <source>Days are kept for</source>
        <translation>Los días se conservan</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Receiver</source>
        <translation>Receptor</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Llamadas</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>Este programa</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alertas</translation>
    </message>
    <message>
        <source>Fixed for this computer by {where}.</source>
        <translation>Fijado en este computador por {where}.</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Conexión</translation>
    </message>
    <message>
        <source>Carriers</source>
        <translation>Transportadoras</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Compartir</translation>
    </message>
    <message>
        <source>Closing while it receives</source>
        <translation>Al cerrar mientras recibe</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>preguntar</translation>
    </message>
    <message>
        <source>goes on in the background</source>
        <translation>seguir en segundo plano</translation>
    </message>
    <message>
        <source>ends Despacho</source>
        <translation>terminar Despacho</translation>
    </message>
    <message>
        <source>This desktop has no tray: there is no background here.</source>
        <translation>Este escritorio no tiene bandeja del sistema: aquí no hay segundo plano.</translation>
    </message>
    <message>
        <source>You changed settings, and did not save them.</source>
        <translation>Usted cambió ajustes y no los ha guardado.</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Seguir editando</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Save the changes?</source>
        <translation>¿Guardar los cambios?</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>SharingSettings</name>
    <message>
        <source>Notes, cases, calls and notifications are the same on all desks that have the same relay and site. Its administrator says what to enter here.</source>
        <translation>Las notas, los casos, las llamadas y los avisos son los mismos en todos los puestos que tienen el mismo relevo y la misma sede. Su administrador dice qué escribir aquí.</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Usuario</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Contraseña</translation>
    </message>
    <message>
        <source>NKey, in place of both</source>
        <translation>NKey, en vez de usuario y contraseña</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>Day</source>
        <translation>Resumen</translation>
    </message>
</context>
<context>
    <name>ShiftDialog</name>
    <message>
        <source>Shift</source>
        <translation>Turno</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Terminar</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Recibir</translation>
    </message>
</context>
<context>
    <name>ShiftWords</name>
    <message numerus="yes">
        <source>%Ln shipment(s)</source>
        <translation>
            <numerusform>%Ln envío</numerusform>
            <numerusform>%Ln envíos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) without a shipment</source>
        <translation>
            <numerusform>%Ln visita sin envío</numerusform>
            <numerusform>%Ln visitas sin envío</numerusform>
        </translation>
    </message>
    <message>
        <source>To attend: {count}</source>
        <translation>Por atender: {count}</translation>
    </message>
    <message>
        <source>Of earlier days: {count}</source>
        <translation>De días anteriores: {count}</translation>
    </message>
    <message>
        <source>Overdue: {count}</source>
        <translation>Vencidos: {count}</translation>
    </message>
    <message>
        <source>Due today: {count}</source>
        <translation>Vencen hoy: {count}</translation>
    </message>
    <message>
        <source>at {time}</source>
        <translation>a las {time}</translation>
    </message>
    <message>
        <source>End of shift</source>
        <translation>Fin de turno</translation>
    </message>
    <message>
        <source>Shipments to call about</source>
        <translation>Envíos por llamar</translation>
    </message>
    <message>
        <source>Promised</source>
        <translation>Prometido</translation>
    </message>
    <message>
        <source>Also to attend</source>
        <translation>También por atender</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>y %Ln más</numerusform>
            <numerusform>y %Ln más</numerusform>
        </translation>
    </message>
    <message>
        <source>failed {time}</source>
        <translation>falló {time}</translation>
    </message>
    <message>
        <source>call again {time}</source>
        <translation>volver a llamar {time}</translation>
    </message>
    <message>
        <source>assigned to {name}</source>
        <translation>a cargo de {name}</translation>
    </message>
    <message>
        <source>“{note}”</source>
        <translation>«{note}»</translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) taken over</source>
        <translation>
            <numerusform>%Ln caso recibido</numerusform>
            <numerusform>%Ln casos recibidos</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in the file was new.</source>
        <translation>En el archivo no había nada nuevo.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) were known here already.</source>
        <translation>
            <numerusform>%Ln caso ya se conocía aquí.</numerusform>
            <numerusform>%Ln casos ya se conocían aquí.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Both desks wrote about %Ln case(s); the later word decides:</source>
        <translation>
            <numerusform>Los dos puestos anotaron sobre %Ln caso; de cada dato vale lo más reciente:</numerusform>
            <numerusform>Los dos puestos anotaron sobre %Ln casos; de cada dato vale lo más reciente:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(ies) from the future (up to {minutes} min): a clock is wrong</source>
        <translation>
            <numerusform>%Ln anotación del futuro (hasta {minutes} min): un reloj está mal</numerusform>
            <numerusform>%Ln anotaciones del futuro (hasta {minutes} min): un reloj está mal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) kept for visits whose notification did not come here</source>
        <translation>
            <numerusform>%Ln caso guardado de una visita cuyo aviso no llegó aquí</numerusform>
            <numerusform>%Ln casos guardados de visitas cuyo aviso no llegó aquí</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept, though this version does not know it: {what}</source>
        <translation>Guardado, aunque esta versión no lo conoce: {what}</translation>
    </message>
    <message>
        <source>“{theirs}” is “{ours}”</source>
        <translation>«{theirs}» es «{ours}»</translation>
    </message>
    <message>
        <source>Reasons that have another name here:</source>
        <translation>Motivos que aquí tienen otro nombre:</translation>
    </message>
    <message numerus="yes">
        <source>%Ln case(s) kept until their shipments are loaded here:</source>
        <translation>
            <numerusform>%Ln caso guardado hasta que aquí se cargue su envío:</numerusform>
            <numerusform>%Ln casos guardados hasta que aquí se carguen sus envíos:</numerusform>
        </translation>
    </message>
    <message>
        <source>Visit {number}</source>
        <translation>Visita {number}</translation>
    </message>
    <message>
        <source>{case}: of {who}, {desk}, {time}</source>
        <translation>{case}: la de {who}, {desk}, {time}</translation>
    </message>
    <message>
        <source>this desk</source>
        <translation>este puesto</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>desconocido</translation>
    </message>
</context>
<context>
    <name>ShipmentDetailBuilder</name>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>Teléfono</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>no status</source>
        <translation>sin estado</translation>
    </message>
    <message>
        <source>Who says what</source>
        <translation>Quién dice qué</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Other days</source>
        <translation>Otros días</translation>
    </message>
    <message>
        <source>Photo of the visit</source>
        <translation>Foto de la visita</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Destinatario</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Contenido</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>Remitente</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Planilla</translation>
    </message>
    <message>
        <source>Also sent</source>
        <translation>También llegó</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Visit</source>
        <translation>Visita</translation>
    </message>
    <message>
        <source>no notification came</source>
        <translation>no llegó ningún aviso</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Qué pasó</translation>
    </message>
    <message>
        <source>Shipment</source>
        <translation>Envío</translation>
    </message>
    <message>
        <source>Technical</source>
        <translation>Técnico</translation>
    </message>
    <message>
        <source>ids and data as sent</source>
        <translation>ids y datos originales</translation>
    </message>
    <message>
        <source>Show the shipments of {driver}</source>
        <translation>Mostrar los envíos de {driver}</translation>
    </message>
    <message>
        <source>attempt {number}</source>
        <translation>intento {number}</translation>
    </message>
    <message>
        <source>On the map</source>
        <translation>En el mapa</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Photo of the document</source>
        <translation>Foto del documento</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Documento</translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s)</source>
        <translation>
            <numerusform>%Ln pieza</numerusform>
            <numerusform>%Ln piezas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln momento</numerusform>
            <numerusform>%Ln momentos</numerusform>
        </translation>
    </message>
    <message>
        <source>Further data</source>
        <translation>Más datos</translation>
    </message>
    <message>
        <source>none of this parcel</source>
        <translation>ninguna de este envío</translation>
    </message>
    <message>
        <source>Visit {number}</source>
        <translation>Visita {number}</translation>
    </message>
    <message>
        <source>Show it on {day}</source>
        <translation>Mostrarlo el {day}</translation>
    </message>
    <message>
        <source>weight {weight}</source>
        <translation>peso {weight}</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
    <message numerus="yes">
        <source>%Ln SKU(s)</source>
        <translation>
            <numerusform>%Ln SKU</numerusform>
            <numerusform>%Ln SKU</numerusform>
        </translation>
    </message>
    <message>
        <source>Provider data</source>
        <translation>Datos del proveedor</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Filter</source>
        <translation>Filtro</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué hace</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tecla</translation>
    </message>
</context>
<context>
    <name>Sign</name>
    <message>
        <source>Contradiction</source>
        <translation>Contradicción</translation>
    </message>
    <message>
        <source>What carrier, drivers and manifests say of it does not agree. Find out which is right.</source>
        <translation>Lo que dicen la transportadora, los conductores y las planillas no concuerda. Averigüe qué es lo correcto.</translation>
    </message>
    <message>
        <source>Missed notification?</source>
        <translation>¿Aviso perdido?</translation>
    </message>
    <message>
        <source>The carrier says so and no notification of it came. Look for a reception gap at that time.</source>
        <translation>Lo dice la transportadora y no llegó ningún aviso de ello. Busque un periodo sin recepción a esa hora.</translation>
    </message>
    <message>
        <source>Ambiguous match</source>
        <translation>Coincidencia ambigua</translation>
    </message>
    <message>
        <source>A visit names a number that parcels of different recipients carry. Ask the driver which one.</source>
        <translation>Una visita nombra un número que llevan envíos de distintos destinatarios. Pregunte al conductor cuál era.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Reloj</translation>
    </message>
    <message>
        <source>The time that the provider wrote does not fit the time of arrival or the order of the messages. Check when the visit took place.</source>
        <translation>La hora que escribió el proveedor no cuadra con la de llegada o con el orden de los avisos. Verifique cuándo fue la visita.</translation>
    </message>
    <message>
        <source>Visit of another day</source>
        <translation>Visita de otro día</translation>
    </message>
    <message>
        <source>A visit took place before any day that lists the parcel: it decides nothing. Look at the visit.</source>
        <translation>Una visita fue anterior a todos los días que listan el envío: no decide nada. Mire la visita.</translation>
    </message>
    <message>
        <source>Odd data</source>
        <translation>Dato raro</translation>
    </message>
    <message>
        <source>Something that was sent contradicts itself or cannot be read. Look at what was sent.</source>
        <translation>Algo de lo enviado se contradice o no se puede leer. Mire lo que se envió.</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Trasladado</translation>
    </message>
    <message>
        <source>It is listed elsewhere now: follow it there.</source>
        <translation>Ahora figura en otro lugar: sígalo allí.</translation>
    </message>
    <message>
        <source>No longer listed</source>
        <translation>Ya no figura</translation>
    </message>
    <message>
        <source>The last load of the day did not list it any more. Ask the carrier what became of it.</source>
        <translation>La última carga del día ya no lo listaba. Pregunte a la transportadora qué pasó con él.</translation>
    </message>
    <message>
        <source>Not in force</source>
        <translation>Planilla no vigente</translation>
    </message>
    <message>
        <source>Nothing is to be done for its manifest.</source>
        <translation>Por su planilla no hay que hacer nada.</translation>
    </message>
    <message>
        <source>Listed again</source>
        <translation>Listado otra vez</translation>
    </message>
    <message>
        <source>A later day lists it: this row says how it ended here.</source>
        <translation>Un día posterior lo lista: esta fila dice cómo terminó aquí.</translation>
    </message>
    <message>
        <source>Delivered before</source>
        <translation>Entregado antes</translation>
    </message>
    <message>
        <source>An earlier day already delivered it: it is counted there, and not here.</source>
        <translation>Ya se entregó en un día anterior: se cuenta allí, y no aquí.</translation>
    </message>
    <message>
        <source>With two carriers</source>
        <translation>En dos transportadoras</translation>
    </message>
    <message>
        <source>Another carrier lists the same number on this day: a visit counts for both.</source>
        <translation>Otra transportadora lista el mismo número este día: una visita vale para las dos.</translation>
    </message>
    <message>
        <source>In two manifests</source>
        <translation>En dos planillas</translation>
    </message>
    <message>
        <source>Another manifest in force lists the same number on this day: it is counted once.</source>
        <translation>Otra planilla vigente lista el mismo número este día: se cuenta una vez.</translation>
    </message>
    <message>
        <source>Ahead of the carrier</source>
        <translation>Vale la visita (más reciente)</translation>
    </message>
    <message>
        <source>The visit is newer than what the carrier says: the next loads will tell.</source>
        <translation>La visita es más reciente que lo que dice la transportadora: las próximas cargas lo aclararán.</translation>
    </message>
    <message>
        <source>Decided later</source>
        <translation>Concluido después</translation>
    </message>
    <message>
        <source>What the row says happened on a later day than the listing&apos;s.</source>
        <translation>Lo que dice la fila ocurrió en un día posterior al del listado.</translation>
    </message>
    <message>
        <source>Not counted: an earlier day delivered it.</source>
        <translation>No se cuenta: se entregó en un día anterior.</translation>
    </message>
    <message>
        <source>Not counted: its manifest is not in force.</source>
        <translation>Sin contar: su planilla no está vigente.</translation>
    </message>
    <message>
        <source>Not counted: it is listed elsewhere now.</source>
        <translation>Sin contar: ahora figura en otro lugar.</translation>
    </message>
    <message>
        <source>Not counted here: another row of the same number is.</source>
        <translation>Sin contar aquí: se cuenta otra fila del mismo número.</translation>
    </message>
    <message>
        <source>Not counted: this manifest is not in force.</source>
        <translation>Sin contar: esta planilla no está vigente.</translation>
    </message>
</context>
<context>
    <name>SignLines</name>
    <message>
        <source>On its own day it ended as: {outcome}.</source>
        <translation>En su propio día terminó como: {outcome}.</translation>
    </message>
    <message>
        <source>What the carrier sent cannot be read or contradicts itself: {names}.</source>
        <translation>Lo que envió la transportadora no se puede leer o se contradice: {names}.</translation>
    </message>
    <message>
        <source>Delivered on {day}</source>
        <translation>Entregado el {day}</translation>
    </message>
    <message>
        <source>Listed again on {day}</source>
        <translation>Listado otra vez el {day}</translation>
    </message>
    <message>
        <source>Listed by {carrier}</source>
        <translation>Listado por {carrier}</translation>
    </message>
    <message>
        <source>Listed in manifest {manifest}</source>
        <translation>Listado en la planilla {manifest}</translation>
    </message>
</context>
<context>
    <name>SignsOff</name>
    <message>
        <source>No notification ever arrived here, so none is counted as possibly missed.</source>
        <translation>Aquí nunca ha llegado un aviso, así que nada se cuenta como posible aviso perdido.</translation>
    </message>
    <message>
        <source>This day is from before notifications were received here: none can be missing, so none is marked as possibly missed.</source>
        <translation>Este día es anterior a la recepción de avisos: no puede faltar ninguno, así que nada se marca como posible aviso perdido.</translation>
    </message>
    <message>
        <source>The day was last loaded before notifications were received here: until it is loaded again, none is marked as possibly missed.</source>
        <translation>El día se cargó antes de que aquí se recibieran avisos: hasta cargarlo otra vez, nada se marca como posible aviso perdido.</translation>
    </message>
</context>
<context>
    <name>Skipped</name>
    <message>
        <source>it is not a JSON object</source>
        <translation>no es un objeto JSON</translation>
    </message>
    <message>
        <source>it has no numero</source>
        <translation>no trae el campo numero</translation>
    </message>
    <message>
        <source>these fields cannot be read: {fields}</source>
        <translation>no se pueden leer estos campos: {fields}</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>tiene demasiados niveles anidados</translation>
    </message>
    <message>
        <source>it is not written as JSON, and what is meant cannot be told</source>
        <translation>no está escrito como JSON y no se puede saber qué quiere decir</translation>
    </message>
</context>
<context>
    <name>Source</name>
    <message>
        <source>set by the environment</source>
        <translation>definido por el entorno</translation>
    </message>
    <message>
        <source>kept for this session only</source>
        <translation>solo en esta sesión</translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation>en el llavero del sistema</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>sin definir</translation>
    </message>
    <message>
        <source>the keyring is locked</source>
        <translation>el llavero del sistema está bloqueado</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>Delivered</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>Pendiente</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>Vigente</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Anulada</translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>{city} time</source>
        <translation>Hora de {city}</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Copied: {address}</source>
        <translation>Copiado: {address}</translation>
    </message>
</context>
<context>
    <name>StepsCard</name>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Close the steps</source>
        <translation>Cerrar los pasos</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Receive notifications</source>
        <translation>Recibir avisos</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Enter the token</source>
        <translation>Escribir el token</translation>
    </message>
    <message>
        <source>Public address</source>
        <translation>Dirección pública</translation>
    </message>
    <message>
        <source>Enter the public address</source>
        <translation>Escribir la dirección pública</translation>
    </message>
    <message>
        <source>Reached from outside</source>
        <translation>Se alcanza desde internet</translation>
    </message>
    <message>
        <source>Test from outside</source>
        <translation>Probar desde internet</translation>
    </message>
    <message>
        <source>First notification</source>
        <translation>Primer aviso</translation>
    </message>
    <message>
        <source>Copy the address for the provider</source>
        <translation>Copiar la dirección para el proveedor</translation>
    </message>
    <message>
        <source>Notifications arrive: what a driver closes is on the desk within a second.</source>
        <translation>Los avisos llegan: lo que cierra un conductor aparece aquí en un segundo.</translation>
    </message>
    <message>
        <source>The provider sends each notification with a token: enter the one that you agreed on.</source>
        <translation>El proveedor envía cada aviso con un token: escriba el que acordaron.</translation>
    </message>
    <message>
        <source>The provider needs an https address that leads here, such as that of a tunnel.</source>
        <translation>El proveedor necesita una dirección https que llegue hasta aquí, como la de un túnel.</translation>
    </message>
    <message>
        <source>The test shows whether what is sent to the public address arrives here.</source>
        <translation>La prueba muestra si llega aquí lo que se envía a la dirección pública.</translation>
    </message>
    <message>
        <source>Give the provider this address: {address}.</source>
        <translation>Dé esta dirección al proveedor: {address}.</translation>
    </message>
    <message>
        <source>Until one arrives, the desk shows the carrier&apos;s word, and marks no row as possibly missed.</source>
        <translation>Mientras no llegue ninguno, se muestra lo que dice la transportadora y ninguna fila se marca como posible aviso perdido.</translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Hoja</translation>
    </message>
    <message>
        <source>Reception gaps</source>
        <translation>Periodos sin recepción</translation>
    </message>
    <message>
        <source>Without reception since</source>
        <translation>Sin recepción desde</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Cargado</translation>
    </message>
    <message>
        <source>Declared value</source>
        <translation>Valor declarado</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
    <message>
        <source>Rows of shipments</source>
        <translation>Filas de envíos</translation>
    </message>
    <message>
        <source>Rows of visits</source>
        <translation>Filas de visitas</translation>
    </message>
    <message>
        <source>Shipments that could not be read</source>
        <translation>Envíos que no se pudieron leer</translation>
    </message>
    <message>
        <source>Rows in this file</source>
        <translation>Filas en este archivo</translation>
    </message>
    <message>
        <source>The day in figures: each parcel once, by the outcome of that day</source>
        <translation>El día en cifras: cada envío una vez, por el resultado de ese día</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todas</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabla</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>none: the whole day</source>
        <translation>ninguno: el día entero</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Rows left out of the figures</source>
        <translation>Filas sin contar en las cifras</translation>
    </message>
    <message>
        <source>In this file</source>
        <translation>En este archivo</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Cantidad</translation>
    </message>
    <message>
        <source>Rows of the whole day</source>
        <translation>Filas del día entero</translation>
    </message>
    <message>
        <source>There is no data of a carrier for this day.</source>
        <translation>No hay datos de ninguna transportadora para este día.</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exportado</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zona horaria</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programa</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Causa</translation>
    </message>
    <message>
        <source>Without a shipment</source>
        <translation>Sin envío</translation>
    </message>
    <message>
        <source>Without a distance</source>
        <translation>Sin distancia</translation>
    </message>
    <message>
        <source>Without a visit</source>
        <translation>Sin visita</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
</context>
<context>
    <name>TabActions</name>
    <message>
        <source>Call</source>
        <translation>Llamar</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>End shift</source>
        <translation>Terminar turno</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Call ({count})</source>
        <translation>Llamar ({count})</translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s) to attend: several of a person are one call</source>
        <translation>
            <numerusform>%Ln envío por atender: varios de una persona son una llamada</numerusform>
            <numerusform>%Ln envíos por atender: varios de una persona son una llamada</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Shipments</source>
        <translation>Envíos</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>Visitas</translation>
    </message>
    <message>
        <source>Manifests</source>
        <translation>Planillas</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Avisos</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Apartados</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Periodos sin recepción</translation>
    </message>
    <message>
        <source>Follow-ups</source>
        <translation>Seguimientos</translation>
    </message>
    <message>
        <source>Deviations</source>
        <translation>Desviaciones</translation>
    </message>
</context>
<context>
    <name>TablePage</name>
    <message>
        <source>Show its shipments</source>
        <translation>Ver sus envíos</translation>
    </message>
</context>
<context>
    <name>TableTabs</name>
    <message>
        <source>Shipments</source>
        <translation>Envíos</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>Visitas</translation>
    </message>
    <message>
        <source>Manifests</source>
        <translation>Planillas</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Avisos</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tablas</translation>
    </message>
</context>
<context>
    <name>TakeOver</name>
    <message>
        <source>File of the other desk</source>
        <translation>Archivo del otro puesto</translation>
    </message>
    <message>
        <source>Files of a shift (*.json)</source>
        <translation>Archivos de turno (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Desk</source>
        <translation>Puesto</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Turno</translation>
    </message>
    <message>
        <source>Carriers</source>
        <translation>Transportadoras</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>Transportadora</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Casos</translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) can be loaded now</source>
        <translation>
            <numerusform>Ahora se puede cargar %Ln día</numerusform>
            <numerusform>Ahora se pueden cargar %Ln días</numerusform>
        </translation>
    </message>
    <message>
        <source>Carriers with which this desk does not work are not loaded: {carriers}</source>
        <translation>No se cargan las transportadoras con las que este puesto no trabaja: {carriers}</translation>
    </message>
    <message numerus="yes">
        <source>Loading {day}… (%Ln more)</source>
        <translation>
            <numerusform>Cargando {day}… (falta %Ln más)</numerusform>
            <numerusform>Cargando {day}… (faltan %Ln más)</numerusform>
        </translation>
    </message>
    <message>
        <source>{day}: not loaded</source>
        <translation>{day}: no se cargó</translation>
    </message>
    <message numerus="yes">
        <source>Stopped here: %Ln day(s) are not loaded</source>
        <translation>
            <numerusform>Se detuvo aquí: falta cargar %Ln día</numerusform>
            <numerusform>Se detuvo aquí: faltan por cargar %Ln días</numerusform>
        </translation>
    </message>
    <message>
        <source>{day}: loaded</source>
        <translation>{day}: cargado</translation>
    </message>
</context>
<context>
    <name>TakeOverPage</name>
    <message>
        <source>Choose the file that the other desk made when its shift ended.</source>
        <translation>Elija el archivo que el otro puesto guardó al terminar su turno.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avance</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Elegir archivo…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Recibir</translation>
    </message>
    <message>
        <source>Load these days</source>
        <translation>Cargar estos días</translation>
    </message>
    <message>
        <source>Take over all the same</source>
        <translation>Recibir de todos modos</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Notes of the day</source>
        <translation>Notas del día</translation>
    </message>
    <message>
        <source>Receiver</source>
        <translation>Receptor</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>Avance de la carga</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search number, name, phone, address…</source>
        <translation>Buscar número, nombre, teléfono, dirección…</translation>
    </message>
    <message>
        <source>Search number, name…</source>
        <translation>Buscar número, nombre…</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>Buscar…</translation>
    </message>
    <message>
        <source>Paste a list of numbers to see their rows.</source>
        <translation>Pegue una lista de números para ver sus filas.</translation>
    </message>
    <message>
        <source>Show or hide the names of the views</source>
        <translation>Mostrar u ocultar los nombres de las vistas</translation>
    </message>
    <message>
        <source>Show the names of the views</source>
        <translation>Mostrar los nombres de las vistas</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menú</translation>
    </message>
    <message>
        <source>Previous day</source>
        <translation>Día anterior</translation>
    </message>
    <message>
        <source>Next day</source>
        <translation>Día siguiente</translation>
    </message>
    <message>
        <source>Type the carrier&apos;s code first.</source>
        <translation>Escriba primero el código de la transportadora.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln shipment(s)…</source>
        <translation>
            <numerusform>%Ln envío…</numerusform>
            <numerusform>%Ln envíos…</numerusform>
        </translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Reintentar</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open Despacho</source>
        <translation>Abrir Despacho</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alertas</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
</context>
<context>
    <name>Trial</name>
    <message>
        <source>Asking…</source>
        <translation>Consultando…</translation>
    </message>
</context>
<context>
    <name>UndoStack</name>
    <message>
        <source>Undone: {what}</source>
        <translation>Deshecho: {what}</translation>
    </message>
    <message>
        <source>Done again: {what}</source>
        <translation>Rehecho: {what}</translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Nothing to attend</source>
        <translation>Nada por atender</translation>
    </message>
    <message>
        <source>No exceptions</source>
        <translation>Sin fallidos</translation>
    </message>
    <message>
        <source>No delivery of this day failed so far.</source>
        <translation>Hasta ahora no falló ninguna entrega de este día.</translation>
    </message>
    <message>
        <source>No failed delivery of this day is left to attend.</source>
        <translation>No queda ninguna entrega fallida de este día por atender.</translation>
    </message>
    <message>
        <source>No failed visit without a shipment is left to attend.</source>
        <translation>No queda ninguna visita fallida sin envío por atender.</translation>
    </message>
    <message>
        <source>No contradictions</source>
        <translation>Sin contradicciones</translation>
    </message>
    <message>
        <source>Wherever the carrier was asked after a visit, both say the same.</source>
        <translation>Donde se consultó a la transportadora después de una visita, ambas dicen lo mismo.</translation>
    </message>
    <message>
        <source>No notification missed</source>
        <translation>Ningún aviso perdido</translation>
    </message>
    <message>
        <source>A notification came for each shipment that was delivered or failed.</source>
        <translation>Llegó un aviso por cada envío entregado o fallido.</translation>
    </message>
    <message>
        <source>No shipment without a visit</source>
        <translation>Ningún envío sin visita</translation>
    </message>
    <message>
        <source>No visit without a shipment</source>
        <translation>Ninguna visita sin envío</translation>
    </message>
    <message>
        <source>Each shipment of this day has a visit.</source>
        <translation>Cada envío de este día tiene una visita.</translation>
    </message>
    <message>
        <source>No failed delivery of an earlier day is left to attend.</source>
        <translation>No queda ninguna entrega fallida de un día anterior por atender.</translation>
    </message>
    <message>
        <source>No failed visit of an earlier day without a shipment is left to attend.</source>
        <translation>No queda por atender ninguna visita fallida sin envío de días anteriores.</translation>
    </message>
    <message>
        <source>Nothing overdue</source>
        <translation>Nada vencido</translation>
    </message>
    <message>
        <source>Whatever was promised for a day before today is delivered.</source>
        <translation>Todo lo prometido para días anteriores a hoy está entregado.</translation>
    </message>
    <message>
        <source>Nothing else due today</source>
        <translation>Nada más vence hoy</translation>
    </message>
    <message>
        <source>Whatever was promised for today is delivered.</source>
        <translation>Todo lo prometido para hoy está entregado.</translation>
    </message>
    <message>
        <source>Nothing changed</source>
        <translation>Nada cambió</translation>
    </message>
    <message>
        <source>The last load brought no change.</source>
        <translation>La última carga no trajo cambios.</translation>
    </message>
    <message>
        <source>No shipment listed twice</source>
        <translation>Ningún envío repetido</translation>
    </message>
    <message>
        <source>Each shipment of this day is in one manifest only.</source>
        <translation>Cada envío de este día está en una sola planilla.</translation>
    </message>
    <message>
        <source>No shipment gone</source>
        <translation>Todos siguen en la lista</translation>
    </message>
    <message>
        <source>Every shipment listed that day is still listed.</source>
        <translation>Todos los envíos de ese día siguen en la lista.</translation>
    </message>
    <message>
        <source>Each visit of this day has a shipment.</source>
        <translation>Cada visita de este día tiene un envío.</translation>
    </message>
    <message>
        <source>No visit far away</source>
        <translation>Ninguna visita lejos</translation>
    </message>
    <message>
        <source>Where the distance is known, the driver was at the address.</source>
        <translation>Donde se conoce la distancia, el conductor estuvo en la dirección.</translation>
    </message>
    <message>
        <source>None from one spot</source>
        <translation>Ninguna desde un mismo punto</translation>
    </message>
    <message>
        <source>No driver closed several visits at one place far from their addresses.</source>
        <translation>Ningún conductor cerró varias visitas en un punto lejos de sus direcciones.</translation>
    </message>
    <message>
        <source>No check-out before its check-in</source>
        <translation>Ningún check-out antes de su check-in</translation>
    </message>
    <message>
        <source>Every check-out came after its check-in.</source>
        <translation>Cada check-out fue posterior a su check-in.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>Out for delivery</source>
        <translation>En reparto</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Entregados</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallidos</translation>
    </message>
    <message>
        <source>Ready for pickup</source>
        <translation>Para retirar</translation>
    </message>
    <message>
        <source>Other statuses</source>
        <translation>Otros estados</translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation>Vencidos</translation>
    </message>
    <message>
        <source>Due today</source>
        <translation>Vencen hoy</translation>
    </message>
    <message>
        <source>Changed in last load</source>
        <translation>Cambió al cargar</translation>
    </message>
    <message>
        <source>In two manifests</source>
        <translation>En dos planillas</translation>
    </message>
    <message>
        <source>No longer listed</source>
        <translation>Ya no figuran</translation>
    </message>
    <message>
        <source>Contradictions</source>
        <translation>Contradicciones</translation>
    </message>
    <message>
        <source>Missed notification?</source>
        <translation>¿Aviso perdido?</translation>
    </message>
    <message>
        <source>Ambiguous match</source>
        <translation>Coincidencia ambigua</translation>
    </message>
    <message>
        <source>Other doubts</source>
        <translation>Otras dudas</translation>
    </message>
    <message>
        <source>Delivered later</source>
        <translation>Entregados después</translation>
    </message>
    <message>
        <source>Not in force</source>
        <translation>No vigentes</translation>
    </message>
    <message>
        <source>No visit</source>
        <translation>Sin visita</translation>
    </message>
    <message>
        <source>No shipment</source>
        <translation>Sin envío</translation>
    </message>
    <message>
        <source>To attend</source>
        <translation>Por atender</translation>
    </message>
    <message>
        <source>My cases</source>
        <translation>Mis casos</translation>
    </message>
    <message>
        <source>Of earlier days</source>
        <translation>De días anteriores</translation>
    </message>
    <message>
        <source>Failed, no shipment</source>
        <translation>Fallidos sin envío</translation>
    </message>
    <message>
        <source>Earlier, no shipment</source>
        <translation>Anteriores, sin envío</translation>
    </message>
    <message>
        <source>Far away</source>
        <translation>Lejos</translation>
    </message>
    <message>
        <source>Closed from one spot</source>
        <translation>Cerradas en un punto</translation>
    </message>
    <message>
        <source>Left before arriving</source>
        <translation>Salió antes de llegar</translation>
    </message>
    <message>
        <source>Everything of this day.</source>
        <translation>Todo lo de este día.</translation>
    </message>
    <message>
        <source>The carrier says that the driver has them, and no visit says otherwise.</source>
        <translation>La transportadora dice que los lleva el conductor, y ninguna visita dice otra cosa.</translation>
    </message>
    <message>
        <source>Delivered, by the visit or by the carrier.</source>
        <translation>Entregados, según la visita o la transportadora.</translation>
    </message>
    <message>
        <source>The delivery failed, by the visit or by the carrier.</source>
        <translation>La entrega falló, según la visita o la transportadora.</translation>
    </message>
    <message>
        <source>Waiting for the recipient at a pickup point.</source>
        <translation>Esperan al destinatario en un punto de retiro.</translation>
    </message>
    <message>
        <source>The carrier sent a status that is none of the usual four.</source>
        <translation>La transportadora envió un estado que no es ninguno de los cuatro usuales.</translation>
    </message>
    <message>
        <source>Promised for a day before today, and not delivered.</source>
        <translation>Prometidos para un día anterior a hoy, y sin entregar.</translation>
    </message>
    <message>
        <source>Promised for today, and not delivered.</source>
        <translation>Prometidos para hoy, y sin entregar.</translation>
    </message>
    <message>
        <source>New or different since the load before.</source>
        <translation>Nuevos o distintos desde la carga anterior.</translation>
    </message>
    <message>
        <source>Listed in two manifests in force on the same day; counted once.</source>
        <translation>Figuran en dos planillas vigentes el mismo día; se cuentan una vez.</translation>
    </message>
    <message>
        <source>The last load did not list them any more.</source>
        <translation>La última carga ya no los listaba.</translation>
    </message>
    <message>
        <source>What carrier, drivers and manifests say of them does not agree. The detail says how; find out which is right.</source>
        <translation>Lo que dicen la transportadora, los conductores y las planillas no concuerda. El detalle dice cómo; averigüe qué es lo correcto.</translation>
    </message>
    <message>
        <source>The carrier says delivered or failed, and no notification of it came.</source>
        <translation>La transportadora dice entregado o fallido, y no llegó ningún aviso de ello.</translation>
    </message>
    <message>
        <source>A visit names a number that parcels of several recipients carry.</source>
        <translation>Una visita nombra un número que llevan envíos de varios destinatarios.</translation>
    </message>
    <message>
        <source>A time, a day or a value that does not fit. The detail says which.</source>
        <translation>Una hora, un día o un dato que no cuadra. El detalle dice cuál.</translation>
    </message>
    <message>
        <source>Delivered on a day after this one.</source>
        <translation>Entregados en un día posterior a este.</translation>
    </message>
    <message>
        <source>In a manifest that is not in force: nothing is to be done.</source>
        <translation>En una planilla que no está vigente: no hay que hacer nada.</translation>
    </message>
    <message>
        <source>Shipments without a notified visit; they may have been visited all the same.</source>
        <translation>Envíos sin visita avisada; de todos modos, alguien pudo haber pasado.</translation>
    </message>
    <message>
        <source>Visits whose numbers are in no manifest that was loaded.</source>
        <translation>Visitas cuyos números no están en ninguna planilla cargada.</translation>
    </message>
    <message>
        <source>Failed, and not acknowledged yet.</source>
        <translation>Fallaron, y todavía nadie los ha atendido.</translation>
    </message>
    <message>
        <source>Failed, not acknowledged yet, and assigned to you.</source>
        <translation>Fallidos, aún sin atender y a cargo suyo.</translation>
    </message>
    <message>
        <source>Failed on an earlier day, and not acknowledged yet.</source>
        <translation>Fallaron en un día anterior, y todavía nadie los ha atendido.</translation>
    </message>
    <message>
        <source>Failed visits of earlier days without a shipment, not acknowledged yet.</source>
        <translation>Visitas fallidas sin envío de días anteriores que todavía nadie ha atendido.</translation>
    </message>
    <message>
        <source>Failed visits without a shipment, not acknowledged yet.</source>
        <translation>Visitas fallidas sin envío que todavía nadie ha atendido.</translation>
    </message>
    <message>
        <source>The driver&apos;s check-in was farther from the address than the site&apos;s limit.</source>
        <translation>El check-in del conductor quedó más lejos de la dirección que el límite de la sede.</translation>
    </message>
    <message>
        <source>Several visits that a driver closed at one place, far from their addresses.</source>
        <translation>Varias visitas que un conductor cerró en un mismo punto, lejos de sus direcciones.</translation>
    </message>
    <message>
        <source>The check-out came before the check-in.</source>
        <translation>El check-out quedó registrado antes que el check-in.</translation>
    </message>
</context>
<context>
    <name>ViewCounts</name>
    <message>
        <source>Whole day: {totals}</source>
        <translation>Todo el día: {totals}</translation>
    </message>
</context>
<context>
    <name>ViewNameDialog</name>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>A view of this name is there already. It will be replaced.</source>
        <translation>Ya hay una vista con ese nombre. Se reemplazará.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Reemplazar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>ViewsPanel</name>
    <message>
        <source>Views</source>
        <translation>Vistas</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atención</translation>
    </message>
    <message>
        <source>Doubts</source>
        <translation>Dudas</translation>
    </message>
    <message numerus="yes">
        <source>%Ln view(s) at zero</source>
        <translation>
            <numerusform>%Ln vista en cero</numerusform>
            <numerusform>%Ln vistas en cero</numerusform>
        </translation>
    </message>
    <message>
        <source>More views</source>
        <translation>Más vistas</translation>
    </message>
    <message>
        <source>Carriers</source>
        <translation>Transportadoras</translation>
    </message>
    <message>
        <source>My views</source>
        <translation>Mis vistas</translation>
    </message>
</context>
<context>
    <name>VisitCard</name>
    <message>
        <source>Open detail</source>
        <translation>Abrir el detalle</translation>
    </message>
    <message>
        <source>In the table</source>
        <translation>En la tabla</translation>
    </message>
    <message>
        <source>Open a map in the browser</source>
        <translation>Abrir un mapa en el navegador</translation>
    </message>
    <message>
        <source>Opens openstreetmap.org, and sends the selected visit&apos;s position to that site.</source>
        <translation>Abre openstreetmap.org y envía a ese sitio la posición de la visita seleccionada.</translation>
    </message>
</context>
<context>
    <name>VisitDetailBuilder</name>
    <message>
        <source>Visit</source>
        <translation>Visita</translation>
    </message>
    <message>
        <source>Tracking numbers</source>
        <translation>N.º de seguimiento</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>Teléfono</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Visit {number}</source>
        <translation>Visita {number}</translation>
    </message>
    <message>
        <source>Where and when</source>
        <translation>Dónde y cuándo</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Resumen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Shipments</source>
        <translation>Envíos</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Qué pasó</translation>
    </message>
    <message>
        <source>Also sent</source>
        <translation>También llegó</translation>
    </message>
    <message>
        <source>Show on the map</source>
        <translation>Ver en el mapa</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Coordenadas</translation>
    </message>
    <message>
        <source>{coordinates}: no place, nothing to measure by</source>
        <translation>{coordinates}: no es un lugar, no hay con qué medir</translation>
    </message>
    <message>
        <source>none were sent</source>
        <translation>no llegaron</translation>
    </message>
    <message>
        <source>Check-in</source>
        <translation>Check-in</translation>
    </message>
    <message>
        <source>Check-out</source>
        <translation>Check-out</translation>
    </message>
    <message>
        <source>The check-out came {time} before the check-in.</source>
        <translation>El check-out fue {time} antes del check-in.</translation>
    </message>
    <message>
        <source>Dwell time</source>
        <translation>Tiempo en el sitio</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>no llegó</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>sin hora</translation>
    </message>
    <message>
        <source>{distance} from the address</source>
        <translation>a {distance} de la dirección</translation>
    </message>
    <message>
        <source>its place is not known</source>
        <translation>lugar desconocido</translation>
    </message>
    <message>
        <source>nothing to measure by</source>
        <translation>no hay con qué medir</translation>
    </message>
    <message>
        <source>None were sent.</source>
        <translation>No llegó ninguna.</translation>
    </message>
    <message>
        <source>Photo of the visit</source>
        <translation>Foto de la visita</translation>
    </message>
    <message>
        <source>Photo of the document</source>
        <translation>Foto del documento</translation>
    </message>
    <message>
        <source>{photo}: not an address that can be opened: {address}</source>
        <translation>{photo}: no es una dirección que se pueda abrir: {address}</translation>
    </message>
    <message>
        <source>Shows it here, fetched from {host}</source>
        <translation>La muestra aquí, descargada de {host}</translation>
    </message>
    <message>
        <source>personal data: shown only</source>
        <translation>dato personal: solo se muestra</translation>
    </message>
    <message>
        <source>No shipment that was loaded has one of its tracking numbers.</source>
        <translation>Ningún envío cargado tiene uno de sus números de seguimiento.</translation>
    </message>
    <message>
        <source>It may mean any of these, whose recipients differ, so it decides none of them:</source>
        <translation>Puede referirse a cualquiera de estos, de distintos destinatarios; por eso no decide ninguno:</translation>
    </message>
    <message>
        <source>Listed on a later day only, so it decides nothing there:</source>
        <translation>Solo figura en un día posterior, y allí no decide nada:</translation>
    </message>
    <message>
        <source>A number of these looks like the visit&apos;s, and is written in another way:</source>
        <translation>Un número de estos se parece al de la visita, y se escribe de otra manera:</translation>
    </message>
    <message>
        <source>Show shipment {number}</source>
        <translation>Mostrar el envío {number}</translation>
    </message>
</context>
<context>
    <name>VisitSummaries</name>
    <message>
        <source>Visit {number}: {status}</source>
        <translation>Visita {number}: {status}</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Cerrada</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Conductor</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Contacto</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Shipments</source>
        <translation>Envíos</translation>
    </message>
    <message>
        <source>Check-in</source>
        <translation>Check-in</translation>
    </message>
    <message>
        <source>no status</source>
        <translation>sin estado</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Destinatario</translation>
    </message>
    <message>
        <source>Shipment {number}: {status}</source>
        <translation>Envío {number}: {status}</translation>
    </message>
    <message>
        <source>{distance} from the address</source>
        <translation>a {distance} de la dirección</translation>
    </message>
    <message>
        <source>dwell time {time}</source>
        <translation>{time} en el sitio</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo paso</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>Abrir la demostración</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Clear search and filters</source>
        <translation>Limpiar búsqueda y filtros</translation>
    </message>
    <message>
        <source>Export and print</source>
        <translation>Exportar e imprimir</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Choose the carrier</source>
        <translation>Elegir la transportadora</translation>
    </message>
    <message>
        <source>Choose the date</source>
        <translation>Elegir la fecha</translation>
    </message>
    <message>
        <source>Search and filters</source>
        <translation>Búsqueda y filtros</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Call those to attend…</source>
        <translation>Llamar a los destinatarios por atender…</translation>
    </message>
    <message>
        <source>Mark all as seen</source>
        <translation>Marcar todo como visto</translation>
    </message>
    <message>
        <source>Choose columns…</source>
        <translation>Elegir columnas…</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>Marcar como atendido…</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Agregar nota</translation>
    </message>
    <message>
        <source>Copy summary</source>
        <translation>Copiar resumen</translation>
    </message>
    <message>
        <source>Workbook of the day…</source>
        <translation>Libro del día…</translation>
    </message>
    <message>
        <source>PDF of the day…</source>
        <translation>PDF del día…</translation>
    </message>
    <message>
        <source>End shift…</source>
        <translation>Terminar turno…</translation>
    </message>
    <message>
        <source>Take over shift…</source>
        <translation>Recibir turno…</translation>
    </message>
    <message>
        <source>Show the visit on the map</source>
        <translation>Ver la visita en el mapa</translation>
    </message>
    <message>
        <source>Show or hide the detail</source>
        <translation>Mostrar u ocultar el detalle</translation>
    </message>
    <message>
        <source>Despacho</source>
        <translation>Despacho</translation>
    </message>
    <message>
        <source>Palette…</source>
        <translation>Comandos…</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alertas</translation>
    </message>
    <message>
        <source>Reception…</source>
        <translation>Recepción…</translation>
    </message>
    <message>
        <source>What the provider sends outside the contract…</source>
        <translation>Lo que el proveedor envía fuera del contrato…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>Primeros pasos…</translation>
    </message>
    <message>
        <source>Steps to receive notifications</source>
        <translation>Pasos para recibir avisos</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Print the day…</source>
        <translation>Imprimir el día…</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Manual</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versiones</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Licencias</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Carpeta del registro</translation>
    </message>
    <message>
        <source>Diagnostics: notifications as sent</source>
        <translation>Diagnóstico: avisos tal como llegaron</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Previous day</source>
        <translation>Día anterior</translation>
    </message>
    <message>
        <source>Next day</source>
        <translation>Día siguiente</translation>
    </message>
    <message>
        <source>Search in all days…</source>
        <translation>Buscar en todos los días…</translation>
    </message>
    <message>
        <source>Save as view…</source>
        <translation>Guardar como vista…</translation>
    </message>
    <message>
        <source>Export this table…</source>
        <translation>Exportar esta tabla…</translation>
    </message>
    <message>
        <source>Tabs and panes</source>
        <translation>Pestañas y paneles</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Panel siguiente</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Panel anterior</translation>
    </message>
    <message>
        <source>Open detail</source>
        <translation>Abrir el detalle</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Copiar filas</translation>
    </message>
    <message>
        <source>Copy rows with titles</source>
        <translation>Copiar filas con títulos</translation>
    </message>
    <message>
        <source>Menu of a cell</source>
        <translation>Menú de una celda</translation>
    </message>
</context>
</TS>
