import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addressToText, moduleAddress } from '../../../../src/codec/address/address.ts'
import { thrownText } from '../../../../src/errors/UserError.ts'
import type { LoadProgress } from '../../../../src/node/genesis/loadGenesisFile.ts'
import { validateGenesisFile, validateLargeGenesisFile } from '../../../../src/node/genesis/validateGenesisFile.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-valid-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const config = resolveNodeConfig({ home: join(folder, 'home') }, {})

interface Document {
	app_state: {
		auth: { params: { max_memo_characters: string }; accounts: unknown[] }
		bank: { supply: { amount: string }[]; balances: { coins: { amount: string }[] }[] }
		greet: unknown
		params?: unknown
	}
}

function changed(change: (document: Document) => void): { readonly text: string; readonly genesisFile: string } {
	const document = JSON.parse(readFileSync('test/golden/localnet-genesis.json', 'utf8')) as Document
	change(document)
	const text = JSON.stringify(document)
	const genesisFile = join(folder, 'genesis.json')
	writeFileSync(genesisFile, text)
	return { text, genesisFile }
}

/** What both ways say of a document: the result, or the error's sentences. */
async function bothWays(change: (document: Document) => void) {
	const { text, genesisFile } = changed(change)
	const told = (cause: unknown) => [thrownText(cause), (cause as { why?: unknown }).why]
	const whole = await Promise.resolve()
		.then(() => validateGenesisFile(text, config))
		.catch(told)
	const inPieces = await validateLargeGenesisFile({ ...config, genesisFile }, {}).catch(told)
	return { whole, inPieces }
}

test.each<readonly [string, (document: Document) => void, RegExp]>([
	['is as a chain exported it', () => {}, /"chainId":"chain-localnet"/],
	[
		'holds greetings',
		({ app_state }) => {
			app_state.greet = { greetings: [1, 2] }
		},
		/2 entries/,
	],
	[
		'names an account twice',
		({ app_state: { auth } }) => void auth.accounts.push(auth.accounts[0]),
		/duplicate account/,
	],
	[
		'names a holder twice',
		({ app_state: { bank } }) => void bank.balances.push(bank.balances[0]!),
		/duplicate balance/,
	],
	[
		'has parameters out of bounds',
		({ app_state: { auth } }) => {
			auth.params.max_memo_characters = '0'
		},
		/max memo/,
	],
	[
		'has another supply than balances',
		({ app_state: { bank } }) => {
			bank.supply[0]!.amount += '1'
		},
		/supply/,
	],
	[
		'has an account of an unknown kind',
		({ app_state: { auth } }) => void auth.accounts.push({ '@type': '/nobody.Knows' }),
		/nobody.Knows/,
	],
	[
		// Only the beginning itself finds it: the parts are right one by one.
		'has an account in the place of a module',
		({ app_state: { auth } }) => {
			const address = addressToText(moduleAddress('fee_collector'), 'chain')
			const others = auth.accounts.filter((account) => !JSON.stringify(account).includes(address))
			const base = { '@type': '/cosmos.auth.v1beta1.BaseAccount', address, pub_key: null }
			auth.accounts = [...others, { ...base, account_number: '99', sequence: '0' }]
		},
		/No chain can begin with this genesis[^"]*","account is not a module account/,
	],
])('a genesis that %s is judged alike in one piece and entry by entry', async (_, change, expected) => {
	const { whole, inPieces } = await bothWays(change)
	expect(inPieces).toEqual(whole)
	expect(JSON.stringify(inPieces)).toMatch(expected)
})

test('a genesis is valid in one piece and entry by entry also where the chain of another name is asked for', async () => {
	const { text, genesisFile } = changed(() => {})
	const asked = { ...config, chainId: 'other', chainIdAsked: true }
	const valid = validateGenesisFile(text, asked)
	expect(valid).toMatchObject({ chainId: 'chain-localnet', initialHeight: 1, isWithEvm: false, ignored: [] })
	expect(await validateLargeGenesisFile({ ...asked, genesisFile }, {})).toEqual(valid)
})

test('a genesis without the state of an EVM is not valid for a chain that has one', async () => {
	const { text, genesisFile } = changed(() => {})
	const withEvm = resolveNodeConfig({ home: join(folder, 'home'), evmChainId: '5' }, {})
	const message = 'The genesis has no state of evm and feemarket.'
	expect(() => validateGenesisFile(text, withEvm)).toThrow(message)
	await expect(validateLargeGenesisFile({ ...withEvm, genesisFile }, {})).rejects.toThrow(message)
})

test('a check entry by entry says how far it is, ends when it is stopped, and leaves nothing behind', async () => {
	const { genesisFile } = changed(() => {})
	const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('chain-tui-validate-'))
	const before = left()
	const seen: LoadProgress[] = []
	await validateLargeGenesisFile({ ...config, genesisFile }, { progress: (done) => void seen.push(done) })
	expect([...new Set(seen.map(({ step }) => step))]).toEqual(['reading', 'checking', 'accounts', 'balances'])
	const stop = new AbortController()
	const stopped = validateLargeGenesisFile(
		{ ...config, genesisFile },
		{ stopped: stop.signal, progress: ({ step }) => void (step === 'accounts' && stop.abort()) },
	)
	await expect(stopped).rejects.toThrow(/abort/i)
	expect(left().filter((name) => !before.includes(name))).toEqual([])
})
