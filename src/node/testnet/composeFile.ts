import { stringify } from 'yaml'
import { reachableHost } from '../../serve/isFromThisMachine.ts'
import { programVersion } from '../version.ts'
import type { Testnet, TestnetNode } from './Testnet.ts'

/** The engine's image; the newest release of the 0.34 line. Its own user (uid 100) cannot read homes of mode 0700. */
const engineImage = 'cometbft/cometbft:v0.34.34'

/** The application's image, built from the Dockerfile of the program. */
const appImage = `chain-tui:${programVersion}`

/** Owner of the homes, as `user:` takes it: `1000:1000`. */
export type Owner = string

/**
 * A compose file for a whole network on one machine: a container for each engine and each application, in a network of
 * their own. Published ports are those of testnet.json, on the loopback.
 */
export function composeFile(testnet: Testnet, owner: Owner): string {
	const { nodes } = testnet
	const services: Record<string, unknown> = {}
	for (const { name, ports } of nodes) {
		const peers = nodes.filter((peer) => peer.name !== name).map((peer) => `${peer.id}@${peer.name}-engine:26656`)
		const evm = ports.eth !== undefined
		services[`${name}-app`] = {
			...appService(owner, `./${name}/app:/home/app`, 'http://127.0.0.1:1317/healthz'),
			command: [
				...[
					'abci',
					'--home',
					'/home/app',
					'--address',
					'tcp://0.0.0.0:26658',
					'--engine',
					`http://${name}-engine:26657`,
				],
				...['--rest', '0.0.0.0:1317', '--grpc', '0.0.0.0:9090', ...(evm ? ['--eth', '0.0.0.0:8546'] : [])],
			],
			ports: [
				...[`127.0.0.1:${ports.rest}:1317`, `127.0.0.1:${ports.grpc}:9090`],
				...(evm ? [`127.0.0.1:${ports.eth}:8546`] : []),
			],
		}
		services[`${name}-engine`] = {
			...engineService(owner, `./${name}/engine:/home/engine`, 'http://127.0.0.1:26657/health'),
			depends_on: [`${name}-app`],
			command: [
				...['node', '--home', '/home/engine', '--proxy_app', `tcp://${name}-app:26658`],
				...['--rpc.laddr', 'tcp://0.0.0.0:26657', '--p2p.laddr', 'tcp://0.0.0.0:26656'],
				...['--p2p.persistent_peers', peers.join(',')],
			],
			ports: [`127.0.0.1:${ports.rpc}:26657`],
		}
	}
	return `# docker compose up -d\n${stringify({ services })}`
}

/** A compose file for one host: both programs in the host's own network, with what their homes say. */
export function hostComposeFile({ name, ports, host }: TestnetNode): string {
	const owner = `${dollar}{OWNER:?the owner of both folders, as the first line of this file says}`
	const of = (port: 'rpc' | 'rest') => `http://${reachableHost(host?.listen[port] ?? '127.0.0.1')}:${ports[port]}`
	const services = {
		app: {
			...appService(owner, './app:/home/app', `${of('rest')}/healthz`),
			network_mode: 'host',
			command: ['abci', '--home', '/home/app'],
		},
		engine: {
			...engineService(owner, './engine:/home/engine', `${of('rpc')}/health`),
			network_mode: 'host',
			depends_on: ['app'],
			command: ['node', '--home', '/home/engine'],
		},
	}
	return `# export OWNER=$(stat -c %u:%g app); docker compose up -d # ${name}\n${stringify({ services })}`
}

function appService(user: string, volume: string, health: string) {
	const probe = `fetch('${health}').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))`
	return {
		image: appImage,
		// The folder of this program, whose Dockerfile makes the image; not needed where the image is there.
		build: `${dollar}{CHAIN_TUI:-.}`,
		...contained(user, volume, ['node', '-e', probe]),
		entrypoint: ['chain-tui'],
		// An end with code 0 was asked for, by --halt-height too.
		restart: 'on-failure',
	}
}

function engineService(user: string, volume: string, health: string) {
	return {
		image: engineImage,
		...contained(user, volume, ['wget', '-q', '-O', '/dev/null', health]),
		// The image's own entrypoint makes a home where it sees none.
		entrypoint: ['cometbft'],
		// An engine that loses its application ends itself with code 0.
		restart: 'unless-stopped',
	}
}

/** What every container has: the owner of its home, no rights beyond that, logs that do not fill the disk. */
function contained(user: string, volume: string, probe: readonly string[]) {
	return {
		user,
		volumes: [volume],
		read_only: true,
		tmpfs: ['/tmp'],
		cap_drop: ['ALL'],
		security_opt: ['no-new-privileges:true'],
		stop_grace_period: '60s',
		healthcheck: { test: ['CMD', ...probe], interval: '15s', timeout: '5s', retries: 4, start_period: '60s' },
		logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
	}
}

const dollar = '$'
