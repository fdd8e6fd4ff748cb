import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { until } from '../client/testChain.ts'
import { type CliResult, type CliSurroundings, cli } from './testCli.ts'

const env = { CHAIN_TUI_PASSPHRASE: 'long enough', CHAIN_TUI_EXPORT_PASSPHRASE: 'another one' }
const faucetWords =
	'round ocean vehicle feel tomorrow holiday wall visit mean blanket utility essay there check fog silent moment silk open answer width usual enhance junk'

let folder: string
let home: string

const run = (line: string | readonly string[], around: CliSurroundings = {}): Promise<CliResult> =>
	cli([...(typeof line === 'string' ? line.split(' ') : line), '--home', home], { env, ...around })
const ok = async (line: string | readonly string[], around: CliSurroundings = {}): Promise<string> => {
	const result = await run(line, around)
	expect(result.exit, result.stderr).toBe(0)
	return result.stdout
}
const json = async (line: string | readonly string[], around: CliSurroundings = {}) =>
	JSON.parse(await ok([...(typeof line === 'string' ? line.split(' ') : line), '-o', 'json'], around))
const file = (name: string, content: string): string => {
	const path = join(folder, name)
	writeFileSync(path, content)
	return path
}

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-commands-'))
	home = join(folder, 'home')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('keys', () => {
	test('keys are made with words that make them again', async () => {
		const made = await json('keys add alice')
		expect(made).toMatchObject({ name: 'alice', type: 'local', address: expect.stringMatching(/^chain1/) })
		expect(made.mnemonic.split(' ')).toHaveLength(24)
		await ok('keys delete alice -y')
		expect(await json('keys add alice --recover', { stdin: `${made.mnemonic}\n` })).toMatchObject({
			address: made.address,
		})
		expect(await ok('keys show alice -a')).toBe(`${made.address}\n`)
	})

	test('keys are printed once in text, the words apart from the result', async () => {
		const { stdout, stderr } = await run('keys add once')
		expect(stderr).toMatch(/write this mnemonic phrase in a safe place[\s\S]*\n([a-z]+ ){23}[a-z]+\n/)
		expect(stdout).not.toMatch(/([a-z]+ ){11}/)
		await ok('keys delete once', { answers: ['once'] })
		expect((await run('keys delete alice', { answers: ['allice'] })).exit).toBe(1)
		expect(await run('keys delete alice')).toMatchObject({ exit: 1, stderr: expect.stringContaining('or add --yes.') })
	})

	test('keys of Ethereum have both addresses, and come from words or a private key', async () => {
		const words = 'test test test test test test test test test test test junk'
		const first = {
			eth_address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
			pubkey: expect.stringContaining('/ethermint.crypto.v1.ethsecp256k1.PubKey'),
		}
		expect(await json('keys add eth0 --algo eth_secp256k1 --recover', { stdin: words })).toMatchObject(first)
		expect(await json(`keys show ${first.eth_address}`)).toMatchObject({ ...first, name: 'eth0' })
		expect(await json('keys add eth1 --algo eth_secp256k1 --recover --index 1', { stdin: words })).toMatchObject({
			eth_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
		})
		await ok('keys delete eth0 --yes')
		const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
		expect(await json('keys import eth0 - --hex --algo eth_secp256k1', { stdin: privateKey })).toMatchObject(first)
		await ok('keys delete eth0 --yes')
		await ok('keys delete eth1 --yes')
	})

	test('keys are renamed, listed, watched and put together', async () => {
		await ok('keys rename alice eve')
		await ok('keys rename eve alice')
		const bob = await json('keys add bob')
		await json('keys add carol')
		const family = await json('keys add family --multisig alice,bob,carol --multisig-threshold 2')
		expect(family.type).toBe('multi')
		expect(JSON.parse(family.pubkey)).toMatchObject({ threshold: 2 })
		await ok(`keys delete bob -y`)
		expect(await json(['keys', 'add', 'bobs', '--watch', bob.address])).toMatchObject({ type: 'offline', pubkey: '' })
		await ok('keys delete bobs -y')
		await ok('keys add bob --recover', { stdin: bob.mnemonic })
		expect((await ok('keys list -n')).split('\n').filter(Boolean)).toEqual(['alice', 'carol', 'family', 'bob'])
	})

	test('leave and come back sealed, or in the clear only when said twice', async () => {
		const armor = await ok('keys export alice')
		expect(armor).toMatch(/^-----BEGIN CHAIN-TUI PRIVATE KEY-----\n/)
		const { address } = await json('keys show alice')
		expect((await run('keys export alice --unarmored-hex')).exit).toBe(1)
		const hex = await ok('keys export alice --unarmored-hex --unsafe')
		await ok('keys delete alice -y')
		expect(await json(['keys', 'import', 'alice', file('alice.key', armor)])).toMatchObject({ address })
		await ok('keys delete alice -y')
		expect(await json('keys import alice - --hex', { stdin: hex })).toMatchObject({ address })
	})

	test('refuse what is wrong, with the next step', async () => {
		for (const [line, stdin, message] of [
			['keys add alice', '', 'There is already a key named alice.'],
			['keys show nobody', '', 'nobody is not a valid name or address: key not found'],
			['keys add x --recover', 'one two three', 'Word 3 of 3 is not one of the 2048 words.'],
			['keys import x -', 'nonsense', 'This is no exported key of chain-tui.'],
		] as const) {
			const { exit, stderr } = await run(line, { stdin })
			expect(exit).toBe(1)
			const lines = stderr
				.trimEnd()
				.split('\n')
				.filter((text) => !text.startsWith('Keys are kept'))
			expect(lines[0]?.startsWith('Error: ')).toBe(true)
			if (line !== 'keys add x --recover') expect(lines[0]).toBe(`Error: ${message}`)
			expect(lines.length).toBeGreaterThan(1)
		}
		expect((await cli(['keys', 'add', 'z', '--home', home])).stderr).toContain('set CHAIN_TUI_PASSPHRASE')
		expect((await run('keys list', { env: { CHAIN_TUI_PASSPHRASE: '' } })).exit).toBe(0)
	})
})

describe('a node of the command line', () => {
	const stop = new AbortController()
	let ended: Promise<CliResult>
	let said = ''

	beforeAll(async () => {
		const any = '127.0.0.1:0'
		const line = `start --rpc ${any} --rest ${any} --grpc ${any} --endpoints off --block-mode instant`
		ended = run(line, {
			stopped: stop.signal,
			onStdout: (text) => {
				said += text
			},
		})
		void ended.then((result) => {
			said ||= `ended: ${result.stderr}`
		})
		await until(() => said !== '')
		await ok('keys add faucet --recover', { stdin: faucetWords })
	})

	test('says in one line that it is ready and where', async () => {
		expect(said).toMatch(/^ready \{.*\}\n$/)
		const ready = JSON.parse(said.slice('ready '.length)) as { rpc: string; rest: string; height: number }
		expect(ready).toMatchObject({ rpc: expect.stringContaining('http://127.0.0.1:'), height: expect.any(Number) })
		expect((await fetch(`${ready.rest}/cosmos/base/tendermint/v1beta1/node_info`)).status).toBe(200)
		expect(readRunningNode(home)?.rpc).toBe(ready.rpc)
	})

	test('answers status, blocks and supply', async () => {
		expect(await json('status')).toMatchObject({
			NodeInfo: { network: 'chain-localnet' },
			SyncInfo: { catching_up: false },
		})
		expect(await json('q block 1')).toMatchObject({ block: { header: { height: '1' } } })
		expect((await run('q block 99999')).exit).toBe(1)
		expect(await json('q bank total --denom uchain')).toMatchObject({
			amount: { denom: 'uchain', amount: '1000000000000000' },
		})
	})

	test('takes coins and a greeting, and finds the transaction in three ways', async () => {
		const { address } = await json('keys show alice')
		const sent = await json([
			'tx',
			'bank',
			'send',
			'faucet',
			address,
			'5000000uchain',
			'--fees',
			'auto',
			'-y',
			'-b',
			'block',
		])
		expect(sent.code).toBe(0)
		const greeted = await json([
			'tx',
			'greet',
			'create-greeting',
			'hello <&> 👋',
			'--from',
			'alice',
			'--gas',
			'auto',
			'--fees',
			'auto',
			'-y',
			'-b',
			'block',
		])
		expect(greeted).toMatchObject({ code: 0, gas_used: expect.stringMatching(/^\d+$/) })
		const byHash = await json(['q', 'tx', greeted.txhash])
		expect(byHash).toMatchObject({ txhash: greeted.txhash, tx: { '@type': '/cosmos.tx.v1beta1.Tx' } })
		const [signature] = byHash.tx.signatures
		expect((await json(['q', 'tx', '--type', 'acc_seq', `${address}/0`])).txhash).toBe(greeted.txhash)
		expect((await json(['q', 'tx', '--type', 'signature', signature])).txhash).toBe(greeted.txhash)
		const found = await json(['q', 'txs', '--events', `message.sender=${address}&tx.height=${greeted.height}`])
		expect(found).toMatchObject({ total_count: '1', txs: [{ txhash: greeted.txhash }] })
		expect((await run(`q tx ${'AB'.repeat(32)}`)).exit).toBe(1)
		expect(await json(['q', 'auth', 'account', address])).toMatchObject({ sequence: '1' })
		expect(await ok('q greet get-greeting 0')).toBe(
			`greeting:\n  id: "0"\n  message: hello <&> 👋\n  owner: ${address}\n`,
		)
	})

	test('funds a key from the published faucet account, and says where there is none', async () => {
		await ok('keys add dave')
		const { address } = await json('keys show dave')
		expect(await json('faucet dave')).toMatchObject({
			to: address,
			amount: '1000000000uchain',
			height: expect.stringMatching(/^\d+$/),
		})
		expect(await json(['faucet', address, '7uchain'])).toMatchObject({ amount: '7uchain' })
		expect(await json(['q', 'bank', 'balances', address])).toMatchObject({ balances: [{ amount: '1000000007' }] })
		const refused = await run(['faucet', 'nobody-i-know'])
		expect(refused.exit).toBe(1)
		expect(refused.stderr).toContain('There is no key and no label nobody-i-know in this home')
	})

	test('names the fee it asks for and exits with 1', async () => {
		const result = await run(['tx', 'greet', 'create-greeting', 'x', '--from', 'alice', '--fees', '1uchain', '-y'])
		expect(result.exit).toBe(1)
		expect(result.stdout).toContain('insufficient fees; got: 1uchain required: 2000uchain: insufficient fee')
		expect(result.stderr).toContain('--fees 2000uchain')
		const failed = await run('tx greet create-greeting x --from alice --gas 45000 --fees 450uchain -y -b block')
		expect(failed.exit).toBe(1)
		expect(failed.stdout).toContain('out of gas')
	})

	test.each(['direct', 'amino-json'])('takes a transaction signed offline (%s)', async (mode) => {
		const { address } = await json('keys show alice')
		const { account_number: number, sequence } = await json(['q', 'auth', 'account', address])
		const unsigned = await ok([
			'tx',
			'greet',
			'create-greeting',
			`offline ${mode}`,
			'--from',
			address,
			'--fees',
			'2000uchain',
			'--generate-only',
		])
		const signer = `--from alice --offline --chain-id chain-localnet -a ${number} -s ${sequence} --sign-mode ${mode}`
		const signed = await ok(`tx sign ${file('tx.json', unsigned)} ${signer}`)
		const path = file('signed.json', signed)
		const bytes = (await ok(`tx encode ${path}`)).trim()
		expect(JSON.parse(await ok(['tx', 'decode', bytes]))).toEqual(JSON.parse(signed))
		const simulated = await json(`tx simulate ${path}`)
		expect(Number(simulated.gas_info.gas_used)).toBeGreaterThan(40_000)
		expect((await json(`tx broadcast ${path} -b block`)).code).toBe(0)
		expect(await run(`tx broadcast ${path}`)).toMatchObject({ exit: 1, stdout: expect.stringContaining('code: 19') })
	})

	test('signs and prints without a node when offline', async () => {
		const line = 'tx greet create-greeting away --from alice --fees 2000uchain -y --offline -a 2 -s 9'
		const tx = JSON.parse(await ok(`${line} --chain-id chain-localnet --node http://127.0.0.1:1`))
		expect(tx.auth_info.signer_infos[0].sequence).toBe('9')
		expect((await run(`${line} --gas auto`)).stderr).toContain('cannot estimate gas in offline mode')
		expect((await run('tx greet create-greeting x --from alice --offline -y')).exit).toBe(1)
	})

	test('takes what two of three members signed', async () => {
		const { address } = await json('keys show family')
		await ok(['tx', 'bank', 'send', 'faucet', address, '1000000uchain', '--fees', 'auto', '-y', '-b', 'block'])
		const unsigned = await ok([
			'tx',
			'greet',
			'create-greeting',
			'from us',
			'--from',
			address,
			'--fees',
			'2000uchain',
			'--generate-only',
		])
		const tx = file('family.json', unsigned)
		const signatures: string[] = []
		for (const name of ['alice', 'carol']) {
			signatures.push(file(`${name}.sig`, await ok(`tx sign ${tx} --multisig family --from ${name}`)))
		}
		const few = await run(['tx', 'multisign', tx, 'family', signatures[0] ?? ''])
		expect(few.stderr).toContain('1 of the 2 signatures needed are there.')
		const signed = file('family-signed.json', await ok(['tx', 'multisign', tx, 'family', ...signatures]))
		const made = await json(`tx broadcast ${signed} -b block`)
		expect(made.code).toBe(0)
		const { phases, gas_used } = await json(`q tx ${made.txhash} --gas`)
		expect(phases.reduce((sum: number, { gas }: { gas: string }) => sum + Number(gas), 0)).toBe(Number(gas_used))
		const changed = file('changed.json', unsigned.replace('from us', 'from me'))
		const foreign = await run(['tx', 'multisign', changed, 'family', ...signatures])
		expect(foreign.stderr).toContain("couldn't verify signature")
	})

	test('signs for a threshold key with the members that are here', async () => {
		const signed = await json('tx greet create-greeting together --from family --gas auto --yes -b block')
		expect(signed.code).toBe(0)
		const chosen = await json('tx greet create-greeting chosen --from family --signers bob,carol --yes -b block')
		expect(chosen.code).toBe(0)
		const foreign = await run('tx greet create-greeting x --from family --signers mallory --yes')
		expect(foreign).toMatchObject({ exit: 1, stderr: expect.stringContaining('mallory is no member of family.') })
		await ok('keys delete bob -y')
		await ok('keys delete carol -y')
		const few = await run('tx greet create-greeting x --from family --yes')
		expect(few.stderr).toContain('family needs 2 signatures; 1 can be made here.')
	})

	test('pays what the node asks for when nothing is said of fees', async () => {
		const { gas_wanted, txhash } = await json('tx greet create-greeting unpaid --from alice --yes --wait')
		expect(gas_wanted).toBe('200000')
		const { tx } = await json(`q tx ${txhash}`)
		expect(tx.auth_info.fee.amount).toEqual([{ denom: 'uchain', amount: '2000' }])
		const refused = await run('tx greet create-greeting unpaid --from alice --yes --fees 0uchain')
		expect(refused.stderr).toContain('insufficient fee')
	})

	test('says that a transaction is in no block yet, or waits for it', async () => {
		const line = 'tx greet create-greeting soon --from alice --yes'
		const { stdout, stderr } = await run(`${line} -o json`)
		const { txhash, height } = JSON.parse(stdout)
		expect(height).toBe('0')
		expect(stderr).toContain(`The transaction is not in a block yet. Look for it with \`chain-tui q tx ${txhash}\``)
		await until(async () => (await run(`q tx ${txhash}`)).exit === 0)
		const waited = await run(`${line} --wait -o json`)
		expect(waited.stderr).toBe('')
		expect(Number(JSON.parse(waited.stdout).height)).toBeGreaterThan(0)
		// Somebody sits there.
		expect(Number((await json(line, { answers: [] })).height)).toBeGreaterThan(0)
	})

	test('keeps others from its database, and gives no state away unasked', async () => {
		for (const line of ['reset -y', 'init']) {
			expect(await run(line)).toMatchObject({ exit: 1, stderr: expect.stringContaining('Stop it first') })
		}
		expect(await run('export')).toMatchObject({ exit: 1, stderr: expect.stringContaining('--admin') })
	})

	test('ends when told to, and goes on where it stood', async () => {
		stop.abort()
		expect((await ended).exit).toBe(0)
		expect(readRunningNode(home)).toBeUndefined()
		expect(await run('status')).toMatchObject({ exit: 1, stderr: expect.stringContaining('chain-tui start') })
		const exported = JSON.parse(await ok('export'))
		expect(exported.app_state.bank.supply).toEqual([{ denom: 'uchain', amount: '1000000000000000' }])
		expect(exported.app_state.auth.accounts.length).toBeGreaterThan(3)
		expect((await run('reset', { answers: ['no'] })).exit).toBe(1)
		await ok('reset', { answers: ['chain-localnet'] })
		expect(Number(JSON.parse(await ok('export')).initial_height)).toBe(1)
	})
})

describe('a home', () => {
	test('a home is made by init, of a genesis file too, and only once', async () => {
		const other = join(folder, 'other')
		const made = await cli(['init', '--home', other, '--genesis', 'test/golden/localnet-genesis.json'])
		expect(made).toMatchObject({ exit: 0, stdout: expect.stringContaining('chain_id: chain-localnet') })
		expect(await cli(['init', '--home', other])).toMatchObject({ exit: 1, stderr: expect.stringContaining('already') })
		const wrong = await cli(['init', '--home', join(folder, 'no'), '--genesis', '/nonexistent.json'])
		expect(wrong).toMatchObject({ exit: 1, stderr: expect.stringContaining('--genesis') })
	})

	test('config shows the settings of a home also where the environment names another chain', async () => {
		const named = join(folder, 'named')
		expect((await cli(['init', '--home', named])).exit).toBe(0)
		const shown = await cli(['config', '--home', named], { env: { CHAIN_TUI_CHAIN_ID: 'other-1' } })
		expect(shown).toMatchObject({ exit: 0, stdout: expect.stringContaining('CHAIN_TUI_CHAIN_ID') })
	})

	test('keeps settings, and refuses those that cannot be', async () => {
		const other = join(folder, 'settings')
		const at = ['--home', other]
		expect((await cli(['config', 'blockInterval', '500ms', ...at])).exit).toBe(0)
		expect((await cli(['config', 'blockInterval', ...at])).stdout).toContain('500ms')
		expect(await cli(['config', 'blockInterval', 'soon', ...at])).toMatchObject({ exit: 1 })
		expect(await cli(['config', 'nonsense', 'x', ...at])).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('Settings:'),
		})
		expect((await cli(['config', 'block-interval', '700ms', ...at])).stderr).toContain('blockInterval is 700ms')
		expect((await cli(['config', 'block-interval', ...at])).stdout).toContain('700ms')
		expect((await cli(['config', 'blockInterval', '', ...at])).exit).toBe(0)
		expect((await cli(['config', 'blockInterval', ...at])).stdout).toContain('from: default')
	})

	test('a home of a newer format is refused by every command, with nothing changed', async () => {
		const newer = join(folder, 'newer')
		mkdirSync(newer)
		writeFileSync(join(newer, 'version.json'), '{"format":99}')
		for (const line of ['start', 'init', 'keys list', 'status', 'config', 'export']) {
			const result = await cli([...line.split(' '), '--home', newer])
			expect(result).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringContaining('newer chain-tui') })
			expect(result.stderr).toContain('--home')
		}
		expect(readFileSync(join(newer, 'version.json'), 'utf8')).toBe('{"format":99}')
		expect(existsSync(join(newer, 'data'))).toBe(false)
	})

	test('a home that cannot be written says so in plain words', async () => {
		const blocked = file('blocked', 'a file, not a folder')
		const result = await cli(['init', '--home', join(blocked, 'home')])
		expect(result).toMatchObject({ exit: 1, stderr: expect.stringMatching(/^Error: The home folder .*\n.*\n.*--home/) })
		chmodSync(blocked, 0o600)
	})
})

describe('the rest', () => {
	test('replays a script of blocks', async () => {
		const script = { chain_id: 'x', genesis_time: '2026-01-01T00:00:00Z', app_state: {}, validators: [], steps: [] }
		const result = await cli(['debug', 'replay', '-'], { stdin: JSON.stringify(script) })
		expect(result.exit === 0 ? result.stdout : result.stderr).not.toBe('')
		expect(await cli(['debug', 'replay', '/nonexistent.json'])).toMatchObject({ exit: 1 })
	})

	test.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
		const { exit, stdout } = await cli(['completion', shell])
		expect(exit).toBe(0)
		for (const word of ['create-greeting', 'list-greetings', 'timeout-height']) expect(stdout).toContain(word)
	})

	test('the app without a terminal says what to run instead', async () => {
		expect(await cli([])).toMatchObject({ exit: 1, stderr: expect.stringContaining('chain-tui start') })
	})
})
