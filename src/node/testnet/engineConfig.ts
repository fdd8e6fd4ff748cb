import type { Testnet, TestnetNode } from './Testnet.ts'

/**
 * The config.toml of a node's engine: what differs from the engine's defaults (tendermint v0.34 config/config.go). Peer
 * limits and addresses suit a network on one machine.
 */
export function engineConfig({ nodes, blockIntervalMs }: Testnet, node: TestnetNode): string {
	const peers = nodes.filter(({ name }) => name !== node.name)
	const addresses = peers.map(({ id, ports }) => `${id}@127.0.0.1:${ports.p2p}`)
	return `# Only what differs from the engine's defaults.
proxy_app = "tcp://127.0.0.1:${node.ports.abci}"
moniker = "${node.name}"
db_backend = "goleveldb"

[rpc]
laddr = "tcp://127.0.0.1:${node.ports.rpc}"

[p2p]
laddr = "tcp://127.0.0.1:${node.ports.p2p}"
persistent_peers = "${addresses.join(',')}"
# Loopback addresses are none that others could reach, and all nodes share one.
addr_book_strict = false
allow_duplicate_ip = true

[consensus]
timeout_commit = "${blockIntervalMs}ms"

[instrumentation]
prometheus = false
`
}
