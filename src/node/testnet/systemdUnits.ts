/** Folder of the nodes of a host; below it one by the name of the unit's instance. */
export const hostFolder = '/var/lib/chain-tui'

/** What both programs are held to: a user without rights, their own folder, nothing else of the system. */
const hardening = `NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${hostFolder}/%i
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
UMask=0077`

const common = `User=chain-tui
Group=chain-tui
LimitNOFILE=65535
RestartSec=3
TimeoutStopSec=60`

/** A host's systemd units by file name; the instance is the node's name. What a node listens on is in its home. */
export const systemdUnits: Readonly<Record<string, string>> = {
	// Exit code 0 is an end that was asked for, by --halt-height too.
	'chain-tui-abci@.service': `[Unit]
Description=chain-tui, the application of node %i
Wants=network-online.target
After=network-online.target
Before=cometbft@%i.service
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=chain-tui abci --home ${hostFolder}/%i/app
Restart=on-failure
${common}
${hardening}

[Install]
WantedBy=multi-user.target
`,
	// An engine that loses its application ends itself with code 0. It does not pull in the application, which may have halted.
	'cometbft@.service': `[Unit]
Description=CometBFT, the engine of node %i
Wants=network-online.target
After=network-online.target chain-tui-abci@%i.service
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=cometbft node --home ${hostFolder}/%i/engine
Restart=always
${common}
MemoryDenyWriteExecute=yes
${hardening}

[Install]
WantedBy=multi-user.target
`,
}
