; Inno Setup 6 script of the Windows installer. From the project's folder, after `python packaging\dev.py build`:
;   iscc /DVersion=0.1.0 packaging\windows\despacho.iss
; It installs for the user who runs it, without administrator rights; an administrator installs for all users with
;   despacho-setup.exe /ALLUSERS /VERYSILENT /NORESTART [/TASKS="autostart"]
#ifndef Version
  #error Version is missing: iscc /DVersion=0.1.0 despacho.iss
#endif

[Setup]
AppId={{3B0C6D52-6A5E-4B39-9C3B-0D2C5B8F1E77}
AppName=Despacho
AppVersion={#Version}
AppVerName=Despacho {#Version}
AppPublisher=Despacho
DefaultDirName={autopf}\Despacho
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0
OutputDir=..\..\build\bundle
OutputBaseFilename=despacho-{#Version}-windows-setup
SetupIconFile=..\..\build\bundle\despacho.ico
UninstallDisplayIcon={app}\despachow.exe
Compression=lzma2
SolidCompression=yes
; A window or a receiver that is running must end before its files are replaced, and saves what was typed.
CloseApplications=yes
RestartApplications=no
; The commands of the manual and of messages are found in a new terminal, and by scheduled tasks.
ChangesEnvironment=yes

[Languages]
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "en"; MessagesFile: "compiler:Default.isl"

[CustomMessages]
es.Autostart=Abrir Despacho al iniciar sesión, para que siga recibiendo avisos
en.Autostart=Open Despacho at login, so that it goes on receiving notifications

[Tasks]
Name: "autostart"; Description: "{cm:Autostart}"; Flags: unchecked
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; Files of an older version that the new one no longer has.
Type: filesandordirs; Name: "{app}\_internal"

[Dirs]
; Where an administrator fixes settings for all users. Made here, so that no user can make it, and be its owner.
Name: "{commonappdata}\despacho"; Permissions: admins-full users-readexec; Check: IsAdminInstallMode

[Files]
Source: "..\..\build\bundle\despacho\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\Despacho"; Filename: "{app}\despachow.exe"; AppUserModelID: "Despacho.Desk"
Name: "{autodesktop}\Despacho"; Filename: "{app}\despachow.exe"; AppUserModelID: "Despacho.Desk"; Tasks: desktopicon
Name: "{autostartup}\Despacho"; Filename: "{app}\despachow.exe"; AppUserModelID: "Despacho.Desk"; Tasks: autostart

[Run]
Filename: "{app}\despachow.exe"; Description: "{cm:LaunchProgram,Despacho}"; Flags: nowait postinstall skipifsilent

[Registry]
Root: HKA; Subkey: "{code:EnvironmentKey}"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: IsNotOnPath

[Code]
function EnvironmentKey(Param: string): string;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

function PlaceOnPath(Paths: string): Integer;
begin
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Paths) + ';');
end;

function IsNotOnPath: Boolean;
var
  Paths: string;
begin
  Result := not RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Paths) or (PlaceOnPath(Paths) = 0);
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Paths: string;
  Place: Integer;
begin
  if CurUninstallStep <> usUninstall then
    exit;
  if RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Paths) then
  begin
    Place := PlaceOnPath(Paths);
    if Place > 0 then
    begin
      { The folder with the separator before it, or, where it is the first one, after it. }
      if Place > 1 then
        Place := Place - 1;
      Delete(Paths, Place, Length(ExpandConstant('{app}')) + 1);
      RegWriteExpandStringValue(HKA, EnvironmentKey(''), 'Path', Paths);
    end;
  end;
end;
