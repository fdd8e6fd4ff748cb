import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../../src/cli/CommandContext.ts'
import { commandGroups } from '../../../src/cli/commandGroups.ts'
import { type CommandSpec, toOption } from '../../../src/cli/defineCommand.ts'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { until } from '../client/testChain.ts'
import { compile } from '../eth/compile.ts'
import { quickKeyring } from './quickKeyring.ts'
import { type CliResult, type CliSurroundings, cli } from './testCli.ts'

// Every example of help and docs/commands.md, run as it is printed in one folder and one home, and for its JSON. What a run makes by chance
// (ids, hashes, ports) takes the place of the printed one.

const root = resolve(import.meta.dirname, '../../..')
const before = process.cwd()
const wallAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const words = 'test test test test test test test test test test test junk'
const any = '127.0.0.1:0'

let folder: string
let env: Record<string, string>
const stop = new AbortController()
let node: Promise<CliResult> | undefined
const ran = new Set<string>()
/** What is printed, and what it is in this run. */
const real = new Map<string, string>()

/** Examples that another test runs. */
const elsewhere: Readonly<Record<string, string>> = {
	start: 'test/tui/e2e',
	'start --home /tmp/second --rpc 127.0.0.1:36657': 'test/flow/cli/builtProgram.test.ts',
	'start --chain-id chain_2222-1 --admin --state fixture.json': 'test/flow/cli/startState.test.ts',
	'export --height 1200': 'test/flow/cli/networkHome.test.ts',
	'verify --to-height whole': 'test/crash/damage/verify.test.ts',
	'abci --home net/node0/app': 'test/network/network.test.ts',
	'abci --address tcp://127.0.0.1:26658 --engine http://127.0.0.1:26657 --rest 127.0.0.1:1317':
		'test/network/network.test.ts',
	'import --contracts http://127.0.0.1:8545 --addresses contracts.txt --output-document state.json':
		'test/flow/cli/importContracts.test.ts',
	'act-as': 'test/flow/cli/actAs.test.ts',
	'act-as alice': 'test/flow/cli/actAs.test.ts',
	'act-as alice --remove': 'test/flow/cli/actAs.test.ts',
	'node join --rpc http://10.0.0.1:26657,http://10.0.0.2:26657 --output-dir fifth': 'test/network/hosts.test.ts',
	'node join --rpc http://10.0.0.1:26657,http://10.0.0.2:26657 --output-dir fifth --start --engine ./cometbft':
		'test/network/network.test.ts',
	'node status --home fifth/node': 'test/network/hosts.test.ts',
	'node logs --home fifth/node': 'test/network/hosts.test.ts',
	'node logs -f --home fifth/node': 'test/network/network.test.ts',
	'node reset --keep-keys --home fifth/node': 'test/network/hosts.test.ts',
	'node leave --home fifth/node': 'test/network/hosts.test.ts',
	'endpoints serve --database postgres://gateway@db.internal/endpoints --upstream http://10.0.0.1:26657,http://10.0.0.2:26657 --endpoints 0.0.0.0:8545':
		'test/flow/endpoints/fleet.test.ts',
	'endpoints serve --database sqlite:endpoints.sqlite --upstream http://10.0.0.1:26657 --eth-upstream http://10.0.0.1:8546':
		'test/flow/endpoints/fleet.test.ts',
	'rewind 1200 --home net/node0/app --engine ./cometbft': 'test/network/upgrade.test.ts',
	'testnet start net --engine ./cometbft': 'test/network/network.test.ts',
}

/** Flags that no printed example comes to, and the test that shows what they do. */
const lookedAtElsewhere: Readonly<Record<string, string>> = {
	'rewind --engine <path>': 'test/network/network.test.ts',
	'account --balances <file>': 'test/flow/legacy/accountCommand.test.ts',
	'login --link': 'test/flow/endpoints/applicationCommands.test.ts',
	'statistics --range <name>': 'test/flow/endpoints/applicationCommands.test.ts',
}

/** The flags that each command looked at while the examples ran: one that is never looked at does nothing. */
const looked = new Map<CommandSpec, Set<string | symbol>>()

/** Notes which flags commands look at. */
function noteFlags(): void {
	for (const spec of new Set(commandGroups.flatMap(({ commands }) => commands))) {
		const { run } = spec
		const names = new Set<string | symbol>()
		looked.set(spec, names)
		vi.spyOn(spec, 'run').mockImplementation((context, args) => {
			const get = (flags: CommandContext['flags'], name: string | symbol): unknown => {
				names.add(name)
				return Reflect.get(flags, name)
			}
			return run({ ...context, flags: new Proxy(context.flags, { get }) }, args)
		})
	}
}

/** The words of a line as a shell splits them. */
function split(line: string): string[] {
	return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
		([, single, double, plain]) => single ?? double ?? plain ?? '',
	)
}

/** What prints another form than text and JSON, whatever it is asked for. */
const otherForms = [
	[/^completion /, 'a script'],
	[/^keys export /, 'an armored key'],
	[/ --address$/, 'an address alone'],
	[/^tx encode /, 'base64, as the framework prints it'],
	[/ --csv$| --format csv/, 'CSV'],
	[/^start /, 'the line "ready {…}" for scripts, then what happens'],
	[/^endpoints config --schema$/, 'a schema'],
	[/^migration-report$/, 'ends at the first account of the EVM, which has no old form'],
] as const

/** What can be run twice: it changes nothing. The others are run for JSON alone. */
const reading =
	/^(q|status|doctor|account|migration-report|convert|config$|verify$|export|validate-genesis|rehearse|watch|logs|keys (list|show)|tx (sign|decode|simulate|multisign)|eth (call|logs|trace|balance|code|abi list)|(snapshot|label|rpc) list|rpc (test|compare)|endpoints (config|login-methods|account|statement|audit|sessions)|endpoints [a-z]+ (list|show|call))( |$)/

/**
 * Runs a printed example, as it is printed if it changes nothing, and with `--output json`, when all that it prints is JSON.
 * It exits with 0 unless it says otherwise.
 */
async function example(line: string, around: CliSurroundings & { readonly exit?: number } = {}): Promise<CliResult> {
	ran.add(line)
	let text = line
	for (const [printed, now] of real) text = text.replaceAll(printed, now)
	const [command = '', file] = text.split(' > ')
	const run = async (args: readonly string[]): Promise<CliResult> => {
		const result = await cli(args, { env, ...around })
		expect(result.exit, `${line}\n${result.stdout}${result.stderr}`).toBe(around.exit ?? 0)
		return result
	}
	const other = otherForms.some(([form]) => form.test(line))
	const asPrinted = other || line.includes('--output json') || reading.test(line)
	const first = asPrinted ? await run(split(command)) : undefined
	if (file !== undefined && first !== undefined) writeFileSync(file, first.stdout)
	if (other) return first!
	const json = line.includes('--output json') ? first! : await run([...split(command), '--output', 'json'])
	expect(isJson(json.stdout), `${line} --output json\n${json.stdout}`).toBe(true)
	return first ?? json
}

/** Whether a text is JSON, or a line each, or nothing. */
function isJson(text: string): boolean {
	const parses = (one: string): boolean => {
		try {
			JSON.parse(one)
			return true
		} catch {
			return false
		}
	}
	return parses(text) || text.split('\n').every((line) => line === '' || parses(line))
}

/** Runs one that ends when it is told to, after its first line. */
async function following(line: string): Promise<void> {
	const end = new AbortController()
	const { stdout } = await example(line, { stopped: end.signal, onStdout: () => end.abort() })
	expect(stdout).not.toBe('')
}

/** What is no example, but needed for one. */
async function ok(line: string, around: CliSurroundings = {}): Promise<string> {
	const { exit, stdout, stderr } = await cli(split(line), { env, ...around })
	expect(exit, `${line}\n${stdout}${stderr}`).toBe(0)
	return stdout
}
const json = async (line: string) => JSON.parse(await ok(`${line} --output json`))

const homeOf = (name: string): Record<string, string> => ({
	CHAIN_TUI_HOME: join(folder, name),
	CHAIN_TUI_PASSPHRASE: 'long enough',
	CHAIN_TUI_EXPORT_PASSPHRASE: 'another one',
	CHAIN_TUI_KEYRING_BACKEND: 'file',
	CHAIN_TUI_RPC: any,
	CHAIN_TUI_REST: any,
	CHAIN_TUI_GRPC: any,
	CHAIN_TUI_ETH: any,
	CHAIN_TUI_ENDPOINTS: any,
	CHAIN_TUI_ADMIN: 'true',
})

beforeAll(async () => {
	noteFlags()
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-examples-'))
	symlinkSync(join(root, 'examples'), join(folder, 'examples'))
	process.chdir(folder)
	env = homeOf('home')
	await quickKeyring(env.CHAIN_TUI_HOME!, 'long enough')
})
afterAll(async () => {
	stop.abort()
	await node
	vi.restoreAllMocks()
	process.chdir(before)
	rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

describe('help and docs/commands.md', { timeout: 240_000 }, () => {
	test('the printed examples of a home without a running node do what they say', async () => {
		const own = env
		env = homeOf('stopped')
		await example('init --chain-id chain-localnet')
		await example('verify')
		await example('verify --repair')
		await example('config')
		await example('config block-interval 500ms')
		const { stdout } = await example('export')
		writeFileSync('genesis.json', stdout)
		await example('validate-genesis genesis.json')
		await example('reset --yes')
		await example('migrate examples/genesis/generation-8.json --output-document genesis-9.json')
		await example(
			'migrate examples/genesis/generation-8.json --chain-id chain-9 --genesis-time 2026-01-01T00:00:00Z --initial-height 1',
		)
		await example(
			'rehearse examples/genesis/generation-8.json --clients kava-sdk-4.0.0,launchpad-0.27 --output-document report.md',
			{ exit: 1 },
		)
		await example('rehearse examples/genesis/generation-8.json --output json', { exit: 1 })
		await example('completion bash')
		await example('testnet init --validators 4 --output-dir net')
		rmSync('net', { recursive: true })
		await example('testnet init --chain-id chain_2222-1 --output-dir net')
		rmSync('net', { recursive: true })
		writeFileSync('hosts.txt', 'alpha 10.0.0.1 validator\nopen 10.0.0.2 full\n')
		await example('testnet init --hosts hosts.txt --output-dir net')
		writeFileSync('script.json', readFileSync(join(root, 'test/golden/replay-empty.json')))
		await example('debug replay script.json')
		env = own
	})

	test('the printed examples of keys do what they say', async () => {
		await example('keys add alice')
		await ok('keys add bob')
		await ok('keys add carol')
		await example('keys add dev --algo eth_secp256k1')
		await ok('keys delete dev --yes')
		await example('keys add dev --algo eth_secp256k1 --recover', { stdin: words })
		await example('keys add family --multisig alice,bob,carol --multisig-threshold 2')
		await example('keys list')
		await example('keys show alice --address')
		const { stdout } = await example('keys export alice')
		writeFileSync('alice.key', stdout)
		await ok('keys delete family --yes')
		await example('keys rename alice eve')
		await ok('keys rename eve alice')
		await example('keys delete alice', { answers: ['alice'] })
		await example('keys import alice alice.key')
		await ok('keys add family --multisig alice,bob,carol --multisig-threshold 2')
		await ok('keys delete dev --yes')
		writeFileSync('private.hex', 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80\n')
		await example('keys import dev private.hex --hex --algo eth_secp256k1')
	})

	test('the printed examples of a running node do what they say', async () => {
		node = example('start --block-mode instant --chain-id chain_2222-1', { stopped: stop.signal })
		await until(() => readRunningNode(env.CHAIN_TUI_HOME!))
		real.set('http://127.0.0.1:26657', readRunningNode(env.CHAIN_TUI_HOME!)!.rpc!)
		real.set('http://127.0.0.1:1317', readRunningNode(env.CHAIN_TUI_HOME!)!.rest!)
		real.set('grpc://127.0.0.1:9090', `grpc://${readRunningNode(env.CHAIN_TUI_HOME!)!.grpc!}`)
		await example('import --from http://127.0.0.1:1317 --all --output-document imported.json')
		await example('import --from grpc://127.0.0.1:9090 --holders uchain --output-document imported.json')
		await example('status')
		await example('status --node http://127.0.0.1:26657 --output json')
		await example('faucet alice')
		await ok('faucet bob')
		await ok('faucet family')
		await ok('faucet dev')
		await example('faucet 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 5000000uchain')
		await example("greet 'hello world'", { answers: ['y'] })
		await example("greet 'hello world' --from bob --fees 2000uchain", { answers: ['y'] })
		await example("tx greet create-greeting 'hello world' --from alice --yes --wait")
		// These do not wait for their block, and the next one of alice needs it.
		const inBlock = async (sent: Promise<CliResult>) => {
			const { txhash } = JSON.parse((await sent).stdout)
			await until(async () => (await cli(['q', 'tx', txhash], { env })).exit === 0)
		}
		await inBlock(example('tx bank send alice chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q 5000000uchain --yes'))
		await inBlock(
			example('tx bank send alice 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 5000000uchain', { answers: ['y'] }),
		)
		await inBlock(example('tx bank send alice bob 5000000uchain --yes'))
		const { txhash } = await json("tx greet create-greeting 'again' --from alice --yes --wait")
		real.set('6EEC440FB6C1A4AF5D9D1A2CF3C2BF06E2F2B7B8A4C2D3F0E1A9C8B7D613F1AC', txhash)
		await example('q tx 6EEC440FB6C1A4AF5D9D1A2CF3C2BF06E2F2B7B8A4C2D3F0E1A9C8B7D613F1AC')
		await example("q txs --events 'message.sender=chain1...&tx.height=5' --page 1 --limit 30")
		await example('q block 5')
		await example('q greet list-greetings')
		await example('q greet get-greeting 0')
		await example('q auth account chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q')
		await example('q bank balances chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q --denom uchain')
		await example('q auth account alice')
		await example('q bank balances alice')
		await example('q bank total')
		await example('doctor')
		await example('doctor --output json')
		await example('completion man')
		await example('account alice')
		// An old client that would no longer work everywhere is told by the exit code.
		await example('account chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q --check kava-sdk-4.0.0', { exit: 1 })
		await example('migration-report', { exit: 1 })
		await example('migration-report --format csv > report.csv', { exit: 1 })
		await example('migration-report alice --clients kava-sdk-4.0.0,launchpad-0.27.1')
		await example('label set chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q "exchange, hot"')
		await example('label list')
		await example('label list --output json')
		await example('label remove "exchange, hot"')
		await following('watch greetings --last 20')
		await following('watch blocks --node http://127.0.0.1:26657 --output json')
		await following('watch')
		await following('logs -f')
		await example('logs -n 200 --level warn')
		await ok('requests --on')
		for (let asked = 0; asked < 15; asked++) await fetch(`${real.get('http://127.0.0.1:26657')}/health`)
		await following('requests --follow')
		await example('requests 12 --output json')
		await example('requests --off')
	})

	test('the printed examples of other nodes do what they say', async () => {
		real.set('http://127.0.0.1:36657', real.get('http://127.0.0.1:26657')!)
		await example('rpc add staging http://127.0.0.1:26657')
		await ok(`rpc add backup ${real.get('http://127.0.0.1:26657')!.replace('127.0.0.1', 'localhost')}`)
		await example('rpc list')
		await example('rpc list --output json')
		await example('rpc test staging')
		await example('rpc compare staging backup')
		await example('rpc edit staging --url http://127.0.0.1:36657')
		await example('rpc edit staging --stand-by yes')
		await example('rpc use staging')
		await example('rpc use own')
		await example('rpc remove staging')
	})

	test('the printed examples of transactions in files do what they say', async () => {
		const addressOf = async (key: string) => (await ok(`keys show ${key} --address`)).trim()
		const [alice, family] = [await addressOf('alice'), await addressOf('family')]
		const unsigned = (from: string) =>
			ok(`tx greet create-greeting 'by file' --generate-only --fees 2000uchain --from ${from}`)
		writeFileSync('unsigned.json', await unsigned(alice))
		writeFileSync('signed.json', (await example('tx sign unsigned.json --from alice')).stdout)
		await example('tx encode signed.json')
		await example('tx decode CgQSAmhpEgA=')
		await example('tx simulate signed.json')
		await example('tx broadcast signed.json', { answers: ['y'] })
		writeFileSync('unsigned.json', await unsigned(family))
		for (const key of ['alice', 'bob'])
			writeFileSync(`${key}.json`, await ok(`tx sign unsigned.json --from ${key} --multisig ${family}`))
		await example('tx multisign unsigned.json family alice.json bob.json')
		const rows = JSON.parse(readFileSync(join(root, 'test/golden/legacy/rest-txs-post.json'), 'utf8'))
		const { request } = rows.find((row: { request?: { body?: string } }) => row.request?.body?.includes('"tx"'))
		writeFileSync('tx.json', request.body)
		await example('convert tx.json', { exit: 1 })
	})

	test('the printed examples of the past do what they say', async () => {
		real.set('export --height 1200', 'export --height 8')
		expect(JSON.parse((await example('export --height 1200')).stdout).initial_height).toBe('9')
		real.set('rewind 1200', 'rewind 8')
		await example('rewind 1200', { answers: ['8'] })
		await example('snapshot create before')
		await example('snapshot list')
		await ok("greet 'later'")
		await example('snapshot restore before', { answers: ['before'] })
		await example('snapshot delete before', { answers: ['y'] })
	})

	test('the printed examples of contracts do what they say', async () => {
		await example("eth deploy examples/contracts/Wall.json 'Our wall' --from dev --yes")
		real.set(wallAddress, /0x[0-9a-fA-F]{40}/.exec(await ok('eth abi list'))![0])
		await example("eth send Wall 'greet(string)' hello --from dev --yes")
		real.set(
			'0x5b3f8b8e0d3b9d8f0ad8ef0a1f1e0f0a1f2b3c4d5e6f708192a3b4c5d6e7f801',
			/0x[0-9a-f]{64}/.exec(await ok("eth send Wall 'greet(string)' hello --from dev --yes -o json"))![0],
		)
		await example('q tx 0x5b3f8b8e0d3b9d8f0ad8ef0a1f1e0f0a1f2b3c4d5e6f708192a3b4c5d6e7f801')
		await example('eth trace 0x5b3f8b8e0d3b9d8f0ad8ef0a1f1e0f0a1f2b3c4d5e6f708192a3b4c5d6e7f801')
		await example('eth send 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --value 1.5CHAIN', { answers: ['y'] })
		await example(`eth call ${wallAddress} 'title()(string)'`)
		real.set('--height 12', '')
		await example('eth call Wall greeting 0 --height 12')
		await example("eth call Wall 'greet(string)' hello --value 0.5CHAIN --from alice --trace")
		await example('eth logs --address Wall --from-block 1')
		real.set('--to-block 500', '--to-block 5')
		await example(
			"eth logs --event 'Transfer(address indexed from, address indexed to, uint256 value)' --from-block 1 --to-block 500",
		)
		await example('eth balance dev')
		await example('eth balance 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --output json')
		await example('eth code Wall')
		await example(`eth code ${wallAddress}`)
		await example('eth abi list')
		await example('eth abi remove Wall')
	})

	test('the printed examples of a token do what they say', async () => {
		mkdirSync('out/Token.sol', { recursive: true })
		const token = compile('OpenZeppelin', 'Coin')
		for (const file of ['out/Token.sol/Token.json', 'Token.json']) writeFileSync(file, JSON.stringify(token))
		const { abi, bytecode } = token
		const build = { contracts: { 'Token.sol': { Token: { abi, evm: { bytecode: { object: bytecode.slice(2) } } } } } }
		writeFileSync('build.json', JSON.stringify(build))
		await example('eth deploy out/Token.sol/Token.json 1e24 --from dev --name Gold', { answers: ['y'] })
		real.set(wallAddress, /0x[0-9a-fA-F]{40}/.exec(await ok('eth abi list'))![0])
		await example(`eth call ${wallAddress} 'balanceOf(address)(uint256)' alice`)
		await example(`eth send ${wallAddress} 'transfer(address,uint256)' alice 1e18 --from dev`, { answers: ['y'] })
		await ok('eth abi remove Gold')
		await example('eth deploy build.json --contract Token 1e24 --from dev', { answers: ['y'] })
		await ok('eth abi remove Token')
		await example(`eth abi add Token.json --address ${wallAddress}`)
		await example('eth abi add build.json --contract Token --name Gold')
	})

	test('the printed examples of private endpoints do what they say', async () => {
		const password = 'a long password'
		const typed = { answers: [password, password, password] }
		const id = (text: string, kind: string): string => new RegExp(`${kind}_[0-9a-zA-Z]+`).exec(text)![0]
		await example('endpoints config --check')
		await example('endpoints config --schema')
		await example('endpoints login-methods')
		await example('endpoints sign-up you@example.com', typed)
		await example('endpoints logout')
		await example('endpoints login you@example.com', typed)
		await example('endpoints account')
		const ownAccount = await ok('endpoints account -o json')
		await example('endpoints password', { answers: [password, 'another password', 'another password'] })
		await example('endpoints cap 20000000')
		real.set('/var/lib/chain-tui', env.CHAIN_TUI_HOME!)
		await example('endpoints plan you@example.com enterprise --home /var/lib/chain-tui')
		await example('endpoints statement 2026-11')
		await example('endpoints projects create acme')
		await example('endpoints projects list')
		await example('endpoints audit acme --limit 20')
		await example('endpoints apps create acme reader --network archival')
		await example('endpoints apps list acme')
		await example('endpoints apps show reader')
		await example('endpoints apps edit reader --rate-limit 50')
		await example('endpoints keys list reader')
		await example('endpoints keys create reader --label ci --expires 2027-01-01')
		real.set('key_9f86d081884c7d65', id(await ok('endpoints keys list reader -o json'), 'key'))
		await example('endpoints keys rotate reader key_9f86d081884c7d65 --overlap-hours 48')
		await example('endpoints keys revoke reader key_9f86d081884c7d65', { answers: ['y'] })
		await example('endpoints apps key-required reader on')
		await ok('endpoints apps key-required reader off')
		await example(
			'endpoints apps call reader eth_getBalance \'["0x0000000000000000000000000000000000000001", "latest"]\'',
		)
		await example('endpoints apps allow reader --origins https://app.example.com --ips 203.0.113.0/24')
		await example('endpoints apps statistics reader --from 2026-11-01 --csv')
		await example('endpoints members list acme')
		const url = readRunningNode(env.CHAIN_TUI_HOME!)!.endpoints!
		const colleague: CliSurroundings = { env: homeOf('colleague'), ...typed }
		const theirs = async (line: string): Promise<void> => {
			ran.add(line)
			const { exit, stderr } = await cli([...split(line), '--url', url], colleague)
			expect(exit, `${line}\n${stderr}`).toBe(0)
		}
		const invite = 'endpoints members invite acme colleague@example.com developer'
		await theirs('endpoints sign-up colleague@example.com')
		await example(invite)
		await example('endpoints invitations list')
		await theirs('endpoints invitations accept acme')
		const members = await ok('endpoints members list acme -o json')
		const [account] = [...members.matchAll(/acc_[0-9a-zA-Z]+/g)]
			.map(([one]) => one)
			.filter((one) => one !== id(ownAccount, 'acc'))
		real.set('acc_9f86d081884c7d65', account!)
		await example('endpoints members role acme acc_9f86d081884c7d65 admin')
		await example('endpoints projects transfer acme acc_9f86d081884c7d65', { answers: ['y'] })
		await theirs('endpoints invitations decline acme')
		await theirs('endpoints projects leave acme')
		await ok(invite)
		await theirs('endpoints invitations accept acme')
		await example('endpoints members remove acme acc_9f86d081884c7d65', { answers: ['y'] })
		real.set('inv_9f86d081884c7d65', id(await ok(`${invite} -o json`), 'inv'))
		await example('endpoints invitations withdraw acme inv_9f86d081884c7d65', { answers: ['y'] })
		await example('endpoints projects rename acme "acme wallet"')
		await ok('endpoints projects rename "acme wallet" acme')
		await example('endpoints apps delete reader', { answers: ['reader'] })
		await example('endpoints projects delete acme', { answers: ['acme'] })
		const sessions = (await example('endpoints sessions', {})).stdout
		real.set('ses_9f86d081884c7d65', id(sessions, 'ses'))
		await example('endpoints revoke-session ses_9f86d081884c7d65', { answers: ['y'] })
	})

	test('every printed example has run, here or in the test that is named', () => {
		const all = commandGroups.flatMap(({ commands }) => commands.flatMap(({ examples }) => examples))
		expect(all.length).toBeGreaterThan(100)
		const left = [...new Set(all)].filter((line) => !ran.has(line) && !(line in elsewhere))
		expect(left).toEqual([])
	})

	test('every flag of a command that has run is looked at by it', () => {
		let flagsSeen = 0
		const idle: string[] = []
		for (const [{ name, flags = [] }, names] of looked) {
			if (names.size === 0) continue
			for (const { flag, hidden } of flags) {
				// Those of the framework that are taken, but not offered.
				if (hidden === true) continue
				flagsSeen++
				const line = `${name} ${flag}`
				if (!names.has(toOption({ flag, description: '' }).attributeName()) && !(line in lookedAtElsewhere))
					idle.push(line)
			}
		}
		expect(flagsSeen).toBeGreaterThan(150)
		expect(idle).toEqual([])
	})
})
