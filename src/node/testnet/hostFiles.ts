import { isIP } from 'node:net'
import { isLoopbackHost } from '../../serve/isFromThisMachine.ts'
import { hostComposeFile } from './composeFile.ts'
import { hostAndPort } from './hosts.ts'
import { hostFolder, systemdUnits } from './systemdUnits.ts'
import type { Testnet, TestnetNode } from './Testnet.ts'

/** A node on a host of its own. */
type HostNode = TestnetNode & { readonly host: NonNullable<TestnetNode['host']> }

/** Whether a node is on a host of its own. */
export function isOnHost(node: TestnetNode): node is HostNode {
	return node.host !== undefined
}

/** What an operator of a host needs beside the homes, by file name: units, compose file, firewall. */
export function hostFiles(node: HostNode, callers: readonly string[] | undefined): Readonly<Record<string, string>> {
	const units = Object.entries(systemdUnits).map(([name, text]) => [`systemd/${name}`, text])
	return {
		...Object.fromEntries(units),
		'docker-compose.yml': hostComposeFile(node),
		'firewall.nft': firewall(node, callers),
	}
}

/** Ports of a node that other hosts reach. */
function openPorts({ ports, host }: HostNode): readonly (readonly [name: string, port: number])[] {
	return Object.entries(ports).flatMap(([name, port]) =>
		port === undefined || isLoopbackHost(host.listen[name] ?? '127.0.0.1') ? [] : [[name, port] as const],
	)
}

/**
 * nftables rules that leave only the node's open ports to others, and nothing else of the host touched.
 * @param callers addresses that may dial the p2p port; undefined lets everyone
 */
function firewall(node: HostNode, callers: readonly string[] | undefined): string {
	const table = `chain_tui_${node.name.replaceAll('-', '_')}`
	const all = Object.values(node.ports).filter((port) => port !== undefined)
	const accept = openPorts(node).flatMap(([name, port]) => {
		if (name !== 'p2p' || callers === undefined) return [`tcp dport ${port} accept comment "${name}"`]
		return callers.map(
			(caller) => `${isIP(caller) === 6 ? 'ip6' : 'ip'} saddr ${caller} tcp dport ${port} accept comment "p2p"`,
		)
	})
	return `#!/usr/sbin/nft -f
# Ports of ${node.name} (${node.host.role}). Others of this host are left alone.
table inet ${table} {
}
delete table inet ${table}
table inet ${table} {
	chain input {
		type filter hook input priority filter; policy accept;
		iifname "lo" accept
		ct state established,related accept
${accept.map((rule) => `\t\t${rule}\n`).join('')}		tcp dport { ${[...new Set(all)].join(', ')} } drop
	}
}
`
}

/** The page of a network on several hosts: who listens where, who may come in, and what to do on each host. */
export function hostsPage({ chainId, nodes }: Testnet): string {
	const hosts = nodes.filter(isOnHost)
	const names = ['p2p', 'rpc', 'rest', 'grpc', 'eth', 'engineMetrics', 'metrics', 'abci'] as const
	const used = names.filter((name) => hosts.some(({ ports }) => ports[name] !== undefined))
	const cell = ({ ports, host }: HostNode, name: (typeof names)[number]) =>
		ports[name] === undefined ? '' : hostAndPort(host.listen[name] ?? '127.0.0.1', ports[name])
	const rows = hosts.map((node) => {
		const { name, host } = node
		return `| ${[name, host.role, host.address, ...used.map((port) => cell(node, port))].join(' | ')} |`
	})
	return `# ${chainId}

| host | role | address | ${used.join(' | ')} |
|---|---|---|${used.map(() => '---|').join('')}
${rows.join('\n')}

\`rest\`, \`grpc\`, \`eth\`, \`metrics\` and \`abci\` are the application's, \`rpc\`, \`p2p\` and \`engineMetrics\` the engine's. Each listens on
the address that stands before its port: 0.0.0.0 is open to others, 127.0.0.1 to the host alone.

Each host gets its folder alone, since the folder holds its keys. On the host, as root, with \`chain-tui\` and \`cometbft\` installed
(NAME is the folder's name):

    useradd --system --no-create-home chain-tui
    mkdir -p ${hostFolder} && cp -r NAME ${hostFolder}/ && chown -R chain-tui: ${hostFolder}
    cp NAME/systemd/*.service /etc/systemd/system/ && systemctl daemon-reload
    nft -f NAME/firewall.nft
    systemctl enable --now chain-tui-abci@NAME cometbft@NAME
    journalctl -f -u chain-tui-abci@NAME -u cometbft@NAME

Or with docker instead of the units: \`docker compose up -d\` in the folder (its first line says what it needs). The application runs
before the engine; an engine waits for it.
`
}
