import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readHomeConfig } from '../../../../src/node/home/home.ts'
import { readNetworkHome } from '../../../../src/node/home/networkHome.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { createTestnet } from '../../../../src/node/testnet/createTestnet.ts'
import { hostFiles, isOnHost } from '../../../../src/node/testnet/hostFiles.ts'
import { isPrivateHost, parseHosts, peersOf, usualPorts } from '../../../../src/node/testnet/hosts.ts'
import { type Testnet, testnetPaths } from '../../../../src/node/testnet/Testnet.ts'

let folder: string
let testnet: Testnet
const text = `# name  address  role
alpha 10.9.0.1 validator rpc=10.9.0.1:26700
beta  10.9.0.2 validator
guard 10.9.0.3 sentry guards=beta   # keeps beta away from the world
open  fd00::4  full rest=0.0.0.0:1400

seed  seed.example.org seed
`
beforeAll(async () => {
	folder = join(mkdtempSync(join(tmpdir(), 'chain-tui-hosts-')), 'net')
	const config = resolveNodeConfig({ home: join(folder, 'none'), chainId: 'chain_2222-1', snapshotKeep: '5' }, {})
	const hosts = parseHosts(text, 'hosts.txt')
	const options = { validators: 0, hosts, snapshotInterval: 50, time: '2026-01-01T00:00:00Z', folder }
	testnet = await createTestnet(config, options)
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const toml = (name: string) => readFileSync(join(testnetPaths(folder).engine(name), 'config', 'config.toml'), 'utf8')
const idOf = (name: string) => testnet.nodes.find((node) => node.name === name)!.id
const value = (name: string, key: string) => new RegExp(`^${key} = (.*)$`, 'm').exec(toml(name))?.[1]

describe('a hosts file', () => {
	test.each([
		['alpha 10.0.0.1 boss', '"boss" is no role'],
		['Alpha 10.0.0.1 validator', '"Alpha" is no name'],
		['alpha 10.0.0.x/ validator', '"10.0.0.x/" is no address'],
		['alpha 10.0.0.1 validator rpc=0', '"rpc=0" is none of'],
		['alpha 10.0.0.1 validator rpc=65536', 'metrics=PORT.'],
		['alpha 10.0.0.1 sentry rpc=0', 'metrics=PORT or guards=NAME.'],
		['alpha 10.0.0.1 sentry guards=', '"guards=" is none of'],
		['alpha 10.0.0.1 validator rpc=host:1', 'needs an IP address'],
		['alpha 10.0.0.1 validator guards=beta', '"guards=beta" is none of'],
		['alpha 10.0.0.1 validator toString=80', '"toString=80" is none of'],
		['alpha 10.0.0.1 validator rpc=80=81', '"rpc=80=81" is none of'],
		['alpha 10.0.0.1 validator rpc', '"rpc" is none of'],
		['alpha 10.0.0.1 full', 'names no validator'],
		['alpha 10.0.0.1 validator\nbeta 10.0.0.1 validator', 'alpha and beta both have port 26658 of 10.0.0.1'],
		['alpha 10.0.0.1 validator\nalpha 10.0.0.2 validator', 'alpha and alpha both have alpha'],
		['alpha 10.0.0.1 validator\nguard 10.0.0.2 sentry guards=gamma', 'guards gamma, which is no validator'],
	])('a hosts file with %j is refused', (lines, why) => {
		expect(() => parseHosts(lines, 'hosts.txt')).toThrow(why)
	})

	test('a fault of a hosts file is told with its line, and how a line is written', () => {
		expect(() => parseHosts('# two\nalpha 10.0.0.1 validator\nbeta', 'hosts.txt')).toThrow(
			expect.objectContaining({
				message: 'hosts.txt, line 3: "" is no address.',
				next: 'Write a host a line: name address role, such as `alpha 10.0.0.1 validator rpc=10.0.0.1:26657`.',
			}),
		)
	})

	test('a hosts file has at most 64 hosts', () => {
		const text = (count: number) => Array.from({ length: count }, (_, at) => `h${at} 10.0.0.${at} validator`).join('\n')
		expect(parseHosts(text(64), 'hosts.txt')).toHaveLength(64)
		expect(() => parseHosts(text(65), 'hosts.txt')).toThrow('hosts.txt names 65 hosts; 64 are the most.')
	})

	test('a host of a hosts file has the ports and addresses of its role, and those that its line names', () => {
		const [plain, full] = parseHosts(
			'a 10.0.0.1 validator metrics=1 rpc=[::1]:65535\nb b.example.org full eth=10.0.0.2:5',
			'hosts.txt',
		)
		const [own, all] = ['127.0.0.1', '0.0.0.0']
		const closed = { abci: own, engineMetrics: own, metrics: own, p2p: all }
		expect(plain).toMatchObject({
			ports: { ...usualPorts, metrics: 1, rpc: 65_535 },
			listen: { ...closed, rpc: '::1', rest: own, grpc: own, eth: own },
		})
		expect(full).toMatchObject({
			ports: { ...usualPorts, eth: 5 },
			listen: { ...closed, rpc: all, rest: all, grpc: all, eth: '10.0.0.2' },
		})
	})

	test.each([
		...(['localhost', '127.0.0.1', '10.0.0.1', '[::1]', 'fd00::4'] as const).map((host) => [host, true] as const),
		...(['8.8.8.8', '[2606:4700::1111]', 'example.org'] as const).map((host) => [host, false] as const),
	])('the host %s is one that the whole world cannot reach: %s', (host, isPrivate) => {
		expect(isPrivateHost(host)).toBe(isPrivate)
	})

	test('a sentry of a hosts file that names nobody guards every validator', () => {
		const hosts = parseHosts('a 10.0.0.1 validator\nb 10.0.0.2 validator\ns 10.0.0.3 sentry', 'hosts.txt')
		expect(hosts[2]!.guards).toEqual(['a', 'b'])
		expect(peersOf(hosts[0]!, hosts)).toEqual({ persistent: ['s'], secret: [], seeds: [], exchanges: false })
	})

	test('a seed of a hosts file dials all in the open, asks the other seeds, and tells and asks for addresses', () => {
		const hosts = parseHosts('a 10.0.0.1 validator\nb 10.0.0.2 seed\nc 10.0.0.3 seed', 'hosts.txt')
		expect(peersOf(hosts[1]!, hosts)).toEqual({ persistent: ['a'], secret: [], seeds: ['c'], exchanges: true })
	})
})

describe('a network on several hosts', () => {
	test('a network on several hosts has its validators in the genesis, and no others', () => {
		const genesis = readFileSync(join(testnetPaths(folder).engine('open'), 'config', 'genesis.json'), 'utf8')
		expect(JSON.parse(genesis).validators.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'beta'])
	})

	test('a validator behind a sentry dials it alone and exchanges no addresses; the sentry keeps its id from others', () => {
		expect(value('beta', 'persistent_peers')).toBe(`"${idOf('guard')}@10.9.0.3:26656"`)
		expect(value('beta', 'pex')).toBe('false')
		expect(value('guard', 'private_peer_ids')).toBe(`"${idOf('beta')}"`)
		expect(value('guard', 'unconditional_peer_ids')).toBe(`"${idOf('beta')}"`)
		for (const name of ['alpha', 'open', 'seed']) expect(toml(name)).not.toContain(idOf('beta'))
	})

	test('an engine of a network on several hosts knows how others reach it, and the seed', () => {
		expect(value('open', 'external_address')).toBe('"[fd00::4]:26656"')
		expect(value('open', 'laddr')).toBe('"tcp://0.0.0.0:26657"')
		expect(value('alpha', 'laddr')).toBe('"tcp://10.9.0.1:26700"')
		expect(value('alpha', 'seeds')).toBe(`"${idOf('seed')}@seed.example.org:26656"`)
		expect(value('seed', 'seed_mode')).toBe('true')
		expect(value('alpha', 'persistent_peers')).toBe(`"${idOf('guard')}@10.9.0.3:26656,${idOf('open')}@[fd00::4]:26656"`)
	})

	test('the home of an application on a host says where it listens and where its engine is', () => {
		const home = testnetPaths(folder).app('open')
		expect(readHomeConfig(home)).toMatchObject({
			rest: '0.0.0.0:1400',
			eth: '0.0.0.0:8546',
			snapshotInterval: '50',
			snapshotKeep: '5',
			evmChainId: '2222',
		})
		expect(readNetworkHome(home)).toEqual({
			address: 'tcp://127.0.0.1:26658',
			engineUrl: 'http://127.0.0.1:26657',
			engineHome: testnetPaths(folder).engine('open'),
		})
		expect(readNetworkHome(testnetPaths(folder).app('alpha'))!.engineUrl).toBe('http://10.9.0.1:26700')
		expect(readHomeConfig(testnetPaths(folder).app('beta')).rest).toBe('127.0.0.1:1317')
	})

	test('the firewall of a host lets only a sentry dial a guarded validator, and closes what listens to the host alone', () => {
		const rules = (name: string) => readFileSync(join(folder, name, 'firewall.nft'), 'utf8')
		expect(rules('beta')).toContain('ip saddr 10.9.0.3 tcp dport 26656 accept')
		expect(rules('beta').match(/accept comment/g)).toHaveLength(1)
		expect(rules('beta')).toMatch(/tcp dport \{ .*26658.* \} drop/)
		expect(rules('open').match(/dport (\d+) accept/g)).toEqual(
			['26657', '26656', '1400', '9090', '8546'].map((port) => `dport ${port} accept`),
		)
	})

	test('the firewall of a guarded validator lets each sentry in by its kind of address, and everybody to its other open ports', () => {
		const beta = testnet.nodes.filter(isOnHost).find(({ name }) => name === 'beta')!
		const listen = { ...beta.host.listen, rest: '0.0.0.0' }
		const rules = hostFiles({ ...beta, host: { ...beta.host, listen } }, ['10.9.0.3', 'fd00::3'])['firewall.nft']!
		expect(rules.match(/\w.* accept comment .*/g)).toEqual([
			'ip saddr 10.9.0.3 tcp dport 26656 accept comment "p2p"',
			'ip6 saddr fd00::3 tcp dport 26656 accept comment "p2p"',
			'tcp dport 1317 accept comment "rest"',
		])
	})

	test('the units of a host run both programs by the homes alone, without rights, and start an engine again that lost its application', () => {
		const unit = (name: string) => readFileSync(join(folder, 'open', 'systemd', name), 'utf8')
		const app = unit('chain-tui-abci@.service')
		const engine = unit('cometbft@.service')
		expect(app).toContain('ExecStart=chain-tui abci --home /var/lib/chain-tui/%i/app\nRestart=on-failure\n')
		expect(engine).toContain('ExecStart=cometbft node --home /var/lib/chain-tui/%i/engine\nRestart=always\n')
		for (const text of [app, engine]) {
			for (const line of ['User=chain-tui', 'LimitNOFILE=65535', 'NoNewPrivileges=yes', 'ProtectSystem=strict']) {
				expect(text).toContain(`${line}\n`)
			}
			expect(text).toContain('ReadWritePaths=/var/lib/chain-tui/%i\n')
		}
		// The interpreter of JavaScript writes the code that it runs.
		expect(app).not.toContain('MemoryDenyWriteExecute')
	})

	test('the page of a network on several hosts has every port of every host', () => {
		const page = readFileSync(testnetPaths(folder).page, 'utf8')
		expect(page).toContain(
			'| open | full | fd00::4 | 0.0.0.0:26656 | 0.0.0.0:26657 | 0.0.0.0:1400 | 0.0.0.0:9090 | 0.0.0.0:8546 |',
		)
		expect(page.match(/^\| \w+ \| (validator|full|sentry|seed) /gm)).toHaveLength(5)
	})
})

interface Service {
	readonly user: string
	readonly volumes: readonly string[]
	readonly command: readonly string[]
	readonly ports?: readonly string[]
	readonly healthcheck: { readonly test: readonly string[] }
	readonly logging: { readonly options: Readonly<Record<string, string>> }
	readonly network_mode?: string
	readonly restart: string
}
const servicesOf = (file: string) =>
	Object.entries((parse(readFileSync(file, 'utf8')) as { services: Record<string, Service> }).services)

/** Everything in a folder: path below it, mode and owner. */
function walk(path: string): { path: string; mode: number; uid: number; gid: number }[] {
	const { mode, uid, gid } = statSync(path)
	const own = { path, mode: mode & 0o777, uid, gid }
	return statSync(path).isDirectory() ? [own, ...readdirSync(path).flatMap((name) => walk(join(path, name)))] : [own]
}

describe('a compose file', () => {
	test('a compose file runs each program as the owner of its home, which nobody else can read', async () => {
		const path = join(folder, '..', 'local')
		const config = resolveNodeConfig({ home: join(path, 'none'), chainId: 'chain_2222-1' }, {})
		const options = { validators: 2, snapshotInterval: 50, time: '2026-01-01T00:00:00Z', folder: path }
		const local = await createTestnet(config, options)
		const services = servicesOf(testnetPaths(path).compose)
		expect(services).toHaveLength(4)
		const names = services.map(([name]) => name)
		const published = new Set<number>()
		for (const [name, service] of services) {
			const [source = '', target = ''] = service.volumes[0]!.split(':')
			const files = walk(join(path, source))
			// Without the owner of the files, the image's own user would not even see that there is a home.
			expect(files.map(({ uid, gid }) => `${uid}:${gid}`)).toEqual(files.map(() => service.user))
			expect(files[0]!.mode).toBe(0o700)
			for (const { path, mode } of files) {
				if (/_key\.json$|state\.json$/.test(path)) expect([path, mode]).toEqual([path, 0o600])
			}
			expect(service.command[service.command.indexOf('--home') + 1]).toBe(target)
			// Each address is that of another service, or all of its own.
			for (const [, host] of service.command.join(' ').matchAll(/([\w.-]+):\d{4,5}\b/g)) {
				expect(['0.0.0.0', ...names]).toContain(host)
			}
			for (const text of service.ports ?? []) {
				const [, port, inner] = /^127\.0\.0\.1:(\d+):(\d+)$/.exec(text)!
				expect(published).not.toContain(Number(port))
				published.add(Number(port))
				expect(service.command.join(' ')).toContain(`0.0.0.0:${inner}`)
			}
			expect(service.healthcheck.test.join(' ')).toMatch(/health/)
			expect(service.logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' })
			expect(service).toMatchObject({
				...{ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
				healthcheck: { interval: '15s', timeout: '5s', retries: 4, start_period: '60s' },
			})
			expect(service.restart).toBe(name.endsWith('app') ? 'on-failure' : 'unless-stopped')
		}
		const ports = local.nodes.flatMap(({ ports }) => [ports.rpc, ports.rest, ports.grpc, ports.eth])
		expect([...published].sort()).toEqual([...ports].sort())
	})

	test('the compose file of a host uses the addresses of its homes, in the network of the host', () => {
		for (const { name, ports, host } of testnet.nodes) {
			const services = new Map(servicesOf(join(folder, name, 'docker-compose.yml')))
			expect([...services.keys()]).toEqual(['app', 'engine'])
			for (const [part, { user, volumes, network_mode, command }] of services) {
				expect([user.slice(0, 8), volumes, network_mode]).toEqual(['${OWNER:', [`./${part}:/home/${part}`], 'host'])
				expect(command.slice(-2)).toEqual(['--home', `/home/${part}`])
			}
			const rpc = host!.listen.rpc === '10.9.0.1' ? '10.9.0.1' : '127.0.0.1'
			expect(services.get('engine')!.healthcheck.test.at(-1)).toBe(`http://${rpc}:${ports.rpc}/health`)
		}
	})
})

test('the ports of a host are those that the engine and the application usually have', () => {
	expect(usualPorts).toEqual({
		...{ abci: 26_658, rpc: 26_657, p2p: 26_656, engineMetrics: 26_660 },
		...{ rest: 1_317, grpc: 9_090, eth: 8_546, metrics: 26_661 },
	})
})
