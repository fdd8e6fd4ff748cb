import { stringify } from 'yaml'
import type { Testnet } from './Testnet.ts'

/** The engine's image; the newest release of the 0.34 line. */
const engineImage = 'cometbft/cometbft:v0.34.34'

/**
 * A docker compose file for the network, with one container per engine and application. `CHAIN_TUI` is the folder of
 * this program, mounted into the applications' containers.
 */
export function composeFile(testnet: Testnet): string {
	const { nodes } = testnet
	const services: Record<string, unknown> = {}
	for (const { name, ports } of nodes) {
		const peers = nodes.filter((peer) => peer.name !== name).map((peer) => `${peer.id}@${peer.name}-engine:26656`)
		services[`${name}-app`] = {
			image: 'node:20-slim',
			volumes: [`${dollar}{CHAIN_TUI:?the folder of chain-tui}:/chain-tui:ro`, `./${name}/app:/home/app`],
			command: [
				...['node', '/chain-tui/bin/chain-tui.js', 'abci', '--home', '/home/app', '--address', 'tcp://0.0.0.0:26658'],
				...['--engine', `http://${name}-engine:26657`, '--rest', '0.0.0.0:1317', '--grpc', '0.0.0.0:9090'],
				...(ports.eth === undefined ? [] : ['--eth', '0.0.0.0:8546']),
				...['--snapshot-interval', String(testnet.snapshotInterval)],
			],
			ports: [
				...[`127.0.0.1:${ports.rest}:1317`, `127.0.0.1:${ports.grpc}:9090`],
				...(ports.eth === undefined ? [] : [`127.0.0.1:${ports.eth}:8546`]),
			],
			restart: 'on-failure',
		}
		services[`${name}-engine`] = {
			image: engineImage,
			depends_on: [`${name}-app`],
			volumes: [`./${name}/engine:/cometbft`],
			command: [
				...['node', '--home', '/cometbft', '--proxy_app', `tcp://${name}-app:26658`],
				...['--rpc.laddr', 'tcp://0.0.0.0:26657', '--p2p.laddr', 'tcp://0.0.0.0:26656'],
				...['--p2p.persistent_peers', peers.join(',')],
			],
			ports: [`127.0.0.1:${ports.rpc}:26657`],
			restart: 'on-failure',
		}
	}
	return `# CHAIN_TUI=/path/of/chain-tui docker compose up\n${stringify({ services })}`
}

const dollar = '$'
