import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import { type AccountName, accountNames, chainId, mnemonic, openWallet, startCosmjsChain } from './cosmjsChain.ts'

/** The framework's own program; without it there is nothing to compare with. */
const program = process.env.REFNODE

if (program === undefined) {
	process.stderr.write("The framework's own command line is not tried: name its program in REFNODE to have it tried.\n")
}

interface Outcome {
	readonly exit: number
	readonly stdout: string
	readonly stderr: string
}

describe.skipIf(program === undefined)("the framework's own command line", () => {
	const home = mkdtempSync(join(tmpdir(), 'reference-cli-'))
	let node: Node
	let address: Record<AccountName, string>
	let endpoint: string

	function run(args: readonly string[], stdin = ''): Promise<Outcome> {
		const env = { ...process.env, REF_PREFIX: 'cosmos', REF_DENOM: 'ucosm' }
		return new Promise((resolve) => {
			const child = execFile(program ?? '', [...args, '--home', home], { env }, (error, stdout, stderr) =>
				resolve({ exit: error === null ? 0 : Number(error.code), stdout, stderr }),
			)
			child.stdin?.end(stdin)
		})
	}

	async function query(...args: readonly string[]): Promise<unknown> {
		const { exit, stdout, stderr } = await run(['query', ...args, '--node', endpoint, '--output', 'json'])
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
		return JSON.parse(stdout)
	}

	const keys = ['--keyring-backend', 'test']

	async function tx(
		args: readonly string[],
		mode = 'block',
	): Promise<{ readonly code: number } & Record<string, unknown>> {
		const common = ['--node', endpoint, '--chain-id', chainId, '--fees', '2000ucosm', '-y', '-b', mode, '-o', 'json']
		const { exit, stdout, stderr } = await run(['tx', ...args, ...common, ...keys])
		expect(exit, stderr).toBe(0)
		return JSON.parse(stdout)
	}

	beforeAll(async () => {
		;({ address } = await openWallet())
		const chain = await startCosmjsChain(address)
		node = chain.node
		endpoint = chain.url.replace('http', 'tcp')
		for (const name of ['alice', 'bob', 'delayed'] as const) {
			const index = String(accountNames.indexOf(name))
			const added = await run(['keys', 'add', name, '--recover', '--index', index, ...keys], `${mnemonic}\n`)
			expect(added.exit, added.stderr).toBe(0)
			const shown = await run(['keys', 'show', name, '-a', ...keys])
			expect(shown.stdout.trim()).toBe(address[name])
		}
	})
	afterAll(async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})

	test('asks for balances, accounts, supply, parameters and metadata', async () => {
		expect(await query('bank', 'balances', address.unused)).toMatchObject({
			balances: [
				{ denom: 'ucosm', amount: '1000000000' },
				{ denom: 'ustake', amount: '2000000000' },
			],
		})
		expect(await query('auth', 'account', address.permanent)).toMatchObject({
			'@type': '/cosmos.vesting.v1beta1.PermanentLockedAccount',
			base_vesting_account: { base_account: { account_number: '6' } },
		})
		expect(await query('bank', 'total', '--denom', 'ucosm')).toEqual({ denom: 'ucosm', amount: '8000000000' })
		expect(await query('bank', 'denom-metadata', '--denom', 'ucosm')).toMatchObject({ metadata: { display: 'cosm' } })
		expect(await query('auth', 'params')).toMatchObject({ tx_sig_limit: '7' })
		expect(await query('params', 'subspace', 'auth', 'TxSigLimit')).toMatchObject({ value: '"7"' })
	})

	test('greets, with gas it estimates, and finds the greeting and its transaction', async () => {
		const sent = await tx([
			'greet',
			'create-greeting',
			'from the framework',
			'--from',
			'alice',
			'--gas',
			'auto',
			'--gas-adjustment',
			'1.5',
		])
		expect(sent.code).toBe(0)
		expect(await query('greet', 'list-greetings')).toMatchObject({
			greetings: [{ id: '0', message: 'from the framework', owner: address.alice }],
		})
		expect(await query('tx', String(sent.txhash))).toMatchObject({ height: sent.height, code: 0, txhash: sent.txhash })
		const events = `message.sender=${address.alice}&message.action=/chain.greet.v1beta1.MsgCreateGreet`
		expect(await query('txs', '--events', events)).toMatchObject({ total_count: '1', txs: [{ txhash: sent.txhash }] })
	})

	test('sends coins, signing either way', async () => {
		const send = ['bank', 'send', 'bob', address.zero, '12ucosm']
		expect((await tx([...send, '--sign-mode', 'amino-json', '--note', 'a <b> & c'])).code).toBe(0)
		expect((await tx([...send, '--sign-mode', 'direct'])).code).toBe(0)
		expect(await query('bank', 'balances', address.zero, '--denom', 'ucosm')).toMatchObject({ amount: '1000000024' })
		expect(await query('auth', 'account', address.bob)).toMatchObject({ sequence: '2' })
	})

	test("the framework's own command line is told what is refused", async () => {
		const locked = await tx(['bank', 'send', 'delayed', address.zero, '100000001ucosm'])
		expect(locked).toMatchObject({ code: 5, codespace: 'sdk' })
		const late = await tx(['bank', 'send', 'bob', address.zero, '1ucosm', '--timeout-height', '1'], 'sync')
		expect(late).toMatchObject({ code: 30, codespace: 'sdk' })
	})

	test('signs to a file, checks the signature and broadcasts it', async () => {
		const common = ['--node', endpoint, '--chain-id', chainId, ...keys]
		const unsigned = await run([
			...['tx', 'bank', 'send', address.alice, address.bob, '3ucosm', '--fees', '2000ucosm'],
			...['--generate-only', ...common],
		])
		const file = join(home, 'tx.json')
		writeFileSync(file, unsigned.stdout)
		const signed = await run(['tx', 'sign', file, '--from', 'alice', ...common])
		writeFileSync(file, signed.stdout)
		expect((await run(['tx', 'validate-signatures', file, ...common])).exit).toBe(0)
		const sent = await run(['tx', 'broadcast', file, '--node', endpoint, '-b', 'block', '-o', 'json', ...keys])
		expect(JSON.parse(sent.stdout)).toMatchObject({ code: 0 })
	})

	test('reads status, blocks and validators', async () => {
		const status = await run(['status', '--node', endpoint])
		expect(JSON.parse(status.stdout || status.stderr)).toMatchObject({ NodeInfo: { network: chainId } })
		const block = await run(['query', 'block', '1', '--node', endpoint])
		expect(JSON.parse(block.stdout)).toMatchObject({ block: { header: { height: '1', chain_id: chainId } } })
		const validators = await run(['query', 'tendermint-validator-set', '--node', endpoint])
		expect(validators.stdout).toContain('total: "1"')
	})
})
