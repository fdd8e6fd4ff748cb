import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { quickKeyring } from './quickKeyring.ts'
import { type CliSurroundings, cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-queries-'))
const home = join(folder, 'home')
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
let node: TestNode
let alice: string

const run = (line: string, around: CliSurroundings = {}) =>
	cli([...line.split(' '), '--home', home], { env, ...around })
const text = async (line: string, around?: CliSurroundings) => {
	const { exit, stdout, stderr } = await run(line, around)
	expect(exit, stderr).toBe(0)
	return stdout
}
const json = async (line: string) => JSON.parse(await text(`${line} -o json`))
const refused = async (line: string, around?: CliSurroundings) => {
	const { exit, stdout, stderr } = await run(line, around)
	expect([exit, stdout]).toEqual([1, ''])
	return stderr
}
const file = (name: string, content: string): string => {
	writeFileSync(join(folder, name), content)
	return join(folder, name)
}

beforeAll(async () => {
	await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
	node = await startNode({ on: ['rpc', 'rest', 'legacy8'], flags: { home, pruning: 'nothing' } })
	await text('keys add alice')
	alice = (await text('keys show alice -a')).trim()
	await text('faucet alice 7000000uchain')
	for (const message of ['zero', 'one', 'two']) await text(`greet ${message} --fees 2000uchain`)
})
afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('state', () => {
	test('state is printed in the YAML of the framework, at any height', async () => {
		expect(await text(`q bank balances ${alice} --denom uchain`)).toBe(
			'balance:\n  amount: "6994000"\n  denom: uchain\n',
		)
		expect(await text(`q account ${alice}`)).toMatch(
			new RegExp(`^'@type': /cosmos\\.auth\\.v1beta1\\.BaseAccount\naccount_number: "\\d+"\naddress: ${alice}\n`),
		)
		expect(await json(`q account ${alice} --height ${node.engine.height - 2}`)).toMatchObject({ sequence: '1' })
		expect(await text('q block 1')).toContain('chain_id: chain-localnet\n')
		expect((await json('q block')).block.header.height).toBe(String(node.engine.height))
		expect(await text('q bank total')).toMatch(
			/^pagination:\n {2}next_key: null\n {2}total: "0"\nsupply:\n- amount: "\d+"\n {2}denom: uchain\n/,
		)
	})

	test('state is read page by page', async () => {
		const denoms = async (flags: string) => (await json(`q bank total ${flags}`)).supply.length
		expect(await denoms('--limit 1')).toBe(1)
		expect(await denoms('--page 2 --limit 5')).toBe(0)
		expect(await denoms('--offset 1')).toBe(0)
		expect((await json('q bank total --count-total --reverse')).pagination.total).toBe('1')
		expect((await json('q greet list-greetings --reverse')).greetings.length).toBe(3)
	})

	test.each([
		['q greet get-greeting 99', 'Ids count from 0'],
		[
			`q account chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q`,
			'An account is on the chain once it has received coins.',
		],
		['q bank balances cosmos1v8vqwu75l4prdlapph2gqg06yllc476293kuud', 'Check the address and its prefix.'],
	])('%s is refused in the words of the framework, with what to do', async (line, next) => {
		expect(await refused(line)).toMatch(new RegExp(`^Error: rpc error: code = \\w+ desc = .*\n${next}`))
	})

	test('state of a height to come is refused by the node', async () => {
		expect(await refused('q block 99999')).toMatch(
			/^Error: The node refused: .*\nSee the latest height with `chain-tui status`\.\n$/,
		)
	})
})

describe('transactions', () => {
	test('transactions are found by sender and number, and where their gas went by either', async () => {
		const found = await json(`q tx --type acc_seq ${alice}/1`)
		expect(found.tx.body.messages).toMatchObject([{ message: 'one' }])
		const gas = await json(`q tx --type acc_seq ${alice}/1 --gas`)
		expect(gas).toMatchObject({ txhash: found.txhash, gas_used: found.gas_used })
		expect(await json(`q tx ${found.txhash.toLowerCase()} --gas`)).toEqual(gas)
		// Operations add up to their phase, phases to the gas used.
		const sum = (parts: readonly { readonly gas: string }[]) => parts.reduce((all, part) => all + Number(part.gas), 0)
		expect(sum(gas.phases)).toBe(Number(gas.gas_used))
		for (const { phase, gas: spent, operations } of gas.phases) expect(sum(operations), phase).toBe(Number(spent))
		const operations = gas.phases.flatMap((phase: { operations: object[] }) => phase.operations)
		expect(operations).toContainEqual(expect.objectContaining({ store: 'greet' }))
		expect(operations.map(({ store }: { store?: string }) => store)).not.toContain('')
		const { block } = await json(`q block ${found.height}`)
		expect(found.timestamp).toBe(block.header.time.replace(/\.\d+Z$/, 'Z'))
		const [signature] = found.tx.signatures
		expect(await json(`q tx --type signature ${signature}`)).toEqual(found)
		expect(await refused(`q tx --type signature ${signature},AAAA`)).toContain('found no txs matching given criteria')
		expect(await refused(`q tx --type acc_seq ${alice}/99`)).toBe(
			'Error: found no txs matching given criteria\nCheck the address, sequence or signature.\n',
		)
		expect(await json(`q txs --events message.sender='${alice}'&greet.x=y --limit 2`)).toMatchObject({
			total_count: '0',
			page_total: '0',
		})
		expect(await json(`q txs --events message.sender='${alice}' --limit 2 --page 2`)).toMatchObject({
			total_count: '3',
			count: '1',
			page_number: '2',
			page_total: '2',
		})
	})

	test('transactions are watched from the last ones on, blocks too', async () => {
		const watched = async (line: string, marks: number) => {
			const stop = new AbortController()
			let said = ''
			const watching = run(line, {
				stopped: stop.signal,
				onTerminal: true,
				env: { ...env, NO_COLOR: '1' },
				onStdout: (more) => {
					said += more
				},
			})
			await until(() => said.split('“').length + said.split(' gas').length >= marks + 2)
			stop.abort()
			expect((await watching).exit).toBe(0)
			return said
		}
		expect(await watched('watch transactions --last 2', 2)).toMatch(
			/^watching chain-localnet at block \d+; Ctrl-C ends\n.*✓ greeting +alice +“one”\n.*✓ greeting +alice +“two”\n$/,
		)
		expect(await watched('watch block --last 2', 2)).toMatch(
			/ends\n( +\d+ {2}[\d:]+ {2}1 transaction, [\d,]+ gas\n){2}$/,
		)
	})
})

describe('accounts as old clients see them', () => {
	test('come from the listener of their generation, by name, label or 0x', async () => {
		const url8 = node.addresses.legacy8 ?? ''
		const body8 = await (await fetch(`${url8}/auth/accounts/${alice}`)).text()
		expect(await text('account alice --generation 8')).toBe(`${body8}\n`)
		const body9 = await (await fetch(`${node.addresses.rest}/auth/accounts/${alice}`)).text()
		expect(await text('account alice --generation 9')).toBe(`${body9}\n`)
		const hexadecimal = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
		await cli(['label', 'set', hexadecimal, 'a friend', '--home', home], { env })
		const { stdout } = await cli(['account', 'A Friend', '--generation', '9', '--home', home], { env })
		expect(stdout).toBe(await text(`account ${hexadecimal} --generation 9`))
	})

	test('accounts as old clients see them are compared from files, with balances of their own', async () => {
		const { rest = '' } = node.addresses
		const account = file('account.json', await (await fetch(`${rest}/auth/accounts/${alice}`)).text())
		const balances = file('balances.json', await (await fetch(`${rest}/bank/balances/${alice}`)).text())
		const { stdout, stderr } = await run(`account --file ${account} --balances ${balances} --generation 8`)
		expect([stderr, stdout]).toEqual(['', expect.stringContaining('"coins":[{"denom":"uchain","amount":"6994000"}]')])
	})

	test('accounts as old clients see them are checked for what known clients read, in text with the release and what it is for', async () => {
		const { exit, stdout } = await run('account --check kava-sdk-4.0.0')
		expect(exit).toBe(1)
		expect(stdout.split('\n')[0]).toMatch(/ 4\.0\.0$/)
		expect(stdout).toMatch(/^works: \w+ \.\S+/m)
		const own = file(
			'paths.json',
			'{"client":"mine","reads":[{"path":".result.value.nothing","use":"show"},{"request":"nodeInfo","path":".node_info.network"}]}',
		)
		expect(await run(`account --check ${own}`)).toMatchObject({
			exit: 0,
			stdout:
				'mine\nnever: account .result.value.nothing (show)\n  No known reply has it.\nworks: nodeInfo .node_info.network\n',
		})
	})
})

describe('keys that sign', () => {
	test('the key that signs is the first that can, else there is none', async () => {
		const other = join(folder, 'others')
		await quickKeyring(other, env.CHAIN_TUI_PASSPHRASE)
		const { rpc = '' } = node.addresses
		const at = (line: string) => cli([...line.split(' '), '--home', other, '--node', rpc], { env })
		await at(`keys add eye --watch ${alice}`)
		expect((await at('greet hi')).stderr).toContain('Error: There is no key to sign with.')
		await at('keys add bob')
		await text(`faucet ${JSON.parse((await at('keys show bob -o json')).stdout).address}`)
		for (const preferences of ['nonsense', '{"key":5}', '{"key":"gone"}']) {
			writeFileSync(join(other, 'preferences.json'), preferences)
			const { exit, stdout, stderr } = await at(`greet hi --memo ${preferences.length}`)
			expect(exit, stderr).toBe(0)
			expect(stdout).toContain('message: hi\n')
		}
		expect((await at('greet hi --fees auto --gas auto')).exit).toBe(0)
		expect((await at('greet hi --from eye')).stderr).toContain('Error: ')
	})

	test('pay what is guessed of a named node only where that is asked for', async () => {
		const { rpc = '' } = node.addresses
		const line = 'tx greet create-greeting hi --from alice --yes --gas 100000'
		const nothing = await run(`${line} --node ${rpc}`)
		expect([nothing.exit, nothing.stderr]).toEqual([
			1,
			expect.stringContaining('Pay at least 1000uchain: --fees 1000uchain'),
		])
		expect((await run(`${line} --node ${rpc} --fees auto --wait`)).exit).toBe(0)
	})

	test('sign the same with the numbers that the node tells as with those numbers given, and otherwise with others', async () => {
		const unsigned = file(
			'numbers.json',
			await text(`tx greet create-greeting hi --from ${alice} --fees 2000uchain --generate-only`),
		)
		const sign = async (flags = '') => JSON.parse(await text(`tx sign ${unsigned} --from alice ${flags}`.trim()))
		const { account_number: number, sequence } = await json(`q account ${alice}`)
		const online = await sign()
		expect(await sign(`--offline -a ${number} -s ${sequence} --chain-id chain-localnet`)).toEqual(online)
		expect(await sign(`-a ${number} -s ${sequence}`)).toEqual(online)
		const next = [Number(number), Number(sequence)].map((value) => value + 1)
		const others = [`-a ${next[0]}`, `-s ${next[1]}`, `--offline -a ${number} -s ${sequence} --chain-id other-1`]
		for (const flags of others) expect((await sign(flags)).signatures, flags).not.toEqual(online.signatures)
		for (const flags of [`-a ${number}`, `-s ${sequence}`]) {
			expect(await refused(`tx sign ${unsigned} --from alice --offline ${flags}`)).toBe(
				'Error: offline signing needs the account number and sequence\nGive --account-number and --sequence; see them with `chain-tui q auth account ADDRESS`. See chain-tui tx sign --help.\n',
			)
		}
	})

	test('sign a file online or with given numbers, whole or the signature alone', async () => {
		const unsigned = file(
			'unsigned.json',
			await text(`tx greet create-greeting hi --from ${alice} --fees 2000uchain --generate-only`),
		)
		const signed = JSON.parse(await text(`tx sign ${unsigned} --from alice -a 77 -s 88`))
		expect(signed.auth_info.signer_infos).toMatchObject([{ sequence: '88' }])
		const again = file('signed.json', JSON.stringify(signed))
		expect(JSON.parse(await text(`tx sign ${again} --from alice --overwrite`)).signatures).toHaveLength(1)
		expect(JSON.parse(await text(`tx sign ${unsigned} --from alice --signature-only --sign-mode amino-json`))).toEqual({
			signatures: [expect.objectContaining({ public_key: expect.anything(), sequence: expect.any(String) })],
		})
		expect(await refused(`tx sign ${unsigned} --from alice --offline`)).toContain(
			'offline signing needs the account number and sequence',
		)
		await run('keys add poor')
		expect(await refused(`tx sign ${unsigned} --from poor`)).toContain(
			'Error: tx intended signer does not match the given signer: poor',
		)
		const poor = (await text('keys show poor -a')).trim()
		const own = file(
			'poor.json',
			await text(`tx greet create-greeting hi --from ${poor} --fees 2000uchain --generate-only`),
		)
		expect(await refused(`tx sign ${own} --from poor`)).toMatch(
			/^Error: account chain1\w+ not found: key not found\nSend it some coins first\.\n$/,
		)
		await run('keys add family --multisig alice,poor --multisig-threshold 1')
		expect(await refused(`tx multisign ${unsigned} family ${file('no.sig', '{"a":1}')}`)).toBe(
			`Error: ${join(folder, 'no.sig')} holds no signature.\nunknown field "a" in signing.SignatureDescriptors\nMake one with \`chain-tui tx sign --multisig\`.\n`,
		)
	})
})

describe('scripts of blocks and legacy transactions', () => {
	test('a script is replayed into a folder, with the time it took', async () => {
		const genesis = JSON.parse(readFileSync('test/golden/localnet-genesis.json', 'utf8'))
		const { chain_id, genesis_time, app_state } = genesis
		const script = file('script.json', JSON.stringify({ chain_id, genesis_time, app_state, validators: [], steps: [] }))
		const { stdout, stderr, exit } = await run(
			`debug replay ${script} --timing --leveldb ${join(folder, 'state')} --prefix chain`,
		)
		expect([exit, stdout.endsWith('\n'), stderr]).toEqual([
			0,
			true,
			expect.stringMatching(/^steps \d+ seconds \d+\.\d{3}\n$/),
		])
		expect(await text(`debug replay ${script}`)).toBe(stdout)
	})

	test('bytes of a transaction go back to the legacy form, or are told why not', async () => {
		const rows = JSON.parse(readFileSync('test/golden/legacy/rest-txs-post.json', 'utf8')) as {
			name?: string
			request: { body?: string }
		}[]
		const body = rows.find(({ name }) => name === 'sync accepted')!.request.body!
		const forward = await run('convert - --offline --amino-brand cosmos -o json', { stdin: body })
		const { tx_bytes } = JSON.parse(forward.stdout)
		const back = await run('convert --amino-brand cosmos -o json', { stdin: tx_bytes })
		expect(JSON.parse(back.stdout)).toMatchObject({ tx: { msg: expect.any(Array) }, reasons: [] })
		expect((await run('convert - --offline --amino-brand cosmos', { stdin: body })).stdout).toContain(
			'\nConverted:\n{"body":',
		)
		const { tx } = await json(`q tx --type acc_seq ${alice}/1`)
		const bytes = (
			await text(
				`tx encode ${file('tx.json', JSON.stringify({ body: tx.body, auth_info: tx.auth_info, signatures: tx.signatures }))}`,
			)
		).trim()
		const direct = await run('convert', { stdin: bytes })
		expect(direct.stderr).not.toBe('')
		expect(direct.exit).toBe(direct.stdout === '' ? 1 : 0)
	})
})
