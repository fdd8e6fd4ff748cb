import { describe, expect, test } from 'vitest'
import { addressToText } from '../../../src/codec/address/address.ts'
import { memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import { MigrationError } from '../../../src/migrate/GenesisReader.ts'
import {
	type MigratedAccount,
	type MigrateOptions,
	type MigrationProgress,
	type MigrationSummary,
	migrateGenesis,
} from '../../../src/migrate/migrateGenesis.ts'

interface Outcome {
	readonly text: string
	readonly summary: MigrationSummary
}

async function migrated(document: unknown, options?: MigrateOptions): Promise<Outcome> {
	let text = ''
	const source = memorySource(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)))
	const write = (part: string): void => {
		text += part
	}
	const summary = await migrateGenesis(source, write, options)
	return { text, summary }
}

async function faultsOf(document: unknown, options?: MigrateOptions): Promise<readonly string[]> {
	const error = await migrated(document, options).then(
		() => undefined,
		(cause: unknown) => cause,
	)
	if (!(error instanceof MigrationError)) throw error ?? new Error('it is migrated')
	return error.faults.map(({ place, problem }) => `${place} ${problem}`)
}

const addressOf = (byte: number, prefix = 'kite'): string => addressToText(new Uint8Array(20).fill(byte), prefix)
const coin = (amount: string, denom: string) => ({ denom, amount })
const account = (byte: number, ...coins: readonly object[]) => ({
	type: 'cosmos-sdk/Account',
	value: { address: addressOf(byte), coins, public_key: null, account_number: '0', sequence: '0' },
})
const moduleAccount = (byte: number, name: string, ...coins: readonly object[]) => ({
	type: 'cosmos-sdk/ModuleAccount',
	value: { address: addressOf(byte), coins, public_key: '', name, permissions: [] },
})
const head = { genesis_time: '2021-03-04T15:00:00Z', chain_id: 'kite-1' }
const bankParts = { bank: { send_enabled: true }, supply: { supply: [] as object[] } }
const document = (accounts: unknown, more: object = bankParts) => ({
	...head,
	app_state: { auth: { accounts }, ...more },
})
const written = (byte: number): string =>
	`{"@type":"/cosmos.auth.v1beta1.BaseAccount","account_number":"0","address":"${addressOf(byte)}","pub_key":null,"sequence":"0"}`

describe('the summary of a migration', () => {
	test('a supply without coins is that of all balances, as a chain makes it of such a genesis', async () => {
		const { summary } = await migrated(document([account(1, coin('4', 'ukite')), account(2, coin('1', 'ukite'))]))
		expect(summary.supply).toEqual(new Map([['ukite', { supply: 5n, held: 5n }]]))
	})

	test('accounts, balances, supply and modules are told, and each account is shown in both generations', async () => {
		const accounts = [
			account(1, coin('4', 'ukite'), coin('0', 'uzero'), coin('3', 'ubusd')),
			moduleAccount(2, 'mint', coin('5', 'ukite')),
			moduleAccount(3, 'gov', coin('0', 'ukite')),
			account(4),
		]
		const supply = { supply: [coin('9', 'ukite'), coin('2', 'uatom')] }
		const seen: MigratedAccount[] = []
		const { text, summary } = await migrated(
			document(accounts, {
				zoo: { b: 1, a: 2 },
				genutil: {},
				bank: { send_enabled: true },
				supply,
				swap: {},
				alpha: null,
			}),
			{ seen: (one) => seen.push(one), knownModules: new Set(['auth', 'bank', 'genutil', 'zoo', 'alpha']) },
		)
		expect(summary).toEqual({
			chainId: 'kite-1',
			prefix: 'kite',
			accounts: new Map([
				['Account', 2],
				['ModuleAccount', 2],
			]),
			balances: 2,
			supply: new Map([
				['uatom', { supply: 2n, held: 0n }],
				['ubusd', { supply: 0n, held: 3n }],
				['ukite', { supply: 9n, held: 9n }],
			]),
			converted: ['auth', 'bank', 'genutil'],
			unchanged: ['alpha', 'zoo'],
			leftOut: ['swap'],
			moduleAccounts: [{ name: 'mint', coins: [{ amount: '5', denom: 'ukite' }] }],
		})
		expect([...summary.supply.keys()]).toEqual(['uatom', 'ubusd', 'ukite'])
		expect(seen.map(({ index, before, after, faults }) => [index, before, after, faults])).toEqual(
			accounts.map((before, index) => [
				index,
				before,
				[0, 3].includes(index) ? written(index + 1) : expect.stringContaining('ModuleAccount'),
				[],
			]),
		)
		expect(text).toContain(`"app_state":{"alpha":null,"auth":{"accounts":[${written(1)},{`)
		expect(text).toContain(
			`"bank":{"balances":[{"address":"${addressOf(1)}","coins":[{"amount":"3","denom":"ubusd"},{"amount":"4","denom":"ukite"}]},{"address":"${addressOf(2)}","coins":[{"amount":"5","denom":"ukite"}]}],"denom_metadata":[],"params":{"default_send_enabled":true,"send_enabled":[]},"supply":[{"amount":"2","denom":"uatom"},{"amount":"9","denom":"ukite"}]},"genutil":{"gen_txs":[]},"zoo":{"a":2,"b":1}}`,
		)
	})

	test('a genesis without bank keeps its supply as it is, and has no balances', async () => {
		const { text, summary } = await migrated(document([account(1, coin('4', 'ukite'))], { supply: { b: 1, a: [] } }))
		expect(summary).toMatchObject({ balances: 0, supply: new Map(), converted: ['auth'], unchanged: ['supply'] })
		expect(text).toContain(`"app_state":{"auth":{"accounts":[${written(1)}],"params":`)
		expect(text).toContain('"supply":{"a":[],"b":1}}')
	})

	test('the steps of a migration are told in their order, with what they have passed', async () => {
		const accounts = Array.from({ length: 40 }, (_, index) => account(index, coin('1', 'ukite')))
		const bytes = Buffer.from(JSON.stringify(document(accounts)))
		// Chunks of a kilobyte instead of a megabyte; other parts are read whole.
		const read = (at: number, length: number) => bytes.subarray(at, at + (length === 1 << 20 ? 1_000 : length))
		const told: MigrationProgress[] = []
		await migrateGenesis({ size: bytes.length, read }, () => {}, { progress: (done) => told.push(done) })
		expect([...new Set(told.map(({ step }) => step))]).toEqual(['reading', 'accounts', 'balances'])
		expect(new Set(told.map(({ size }) => size))).toEqual(new Set([bytes.length]))
		for (const step of ['reading', 'accounts', 'balances'] as const) {
			const own = told.filter((done) => done.step === step)
			const passed = own.map((done) => done.bytes)
			expect(passed).toEqual([...passed].sort((a, b) => a - b))
			expect(passed.at(-1)).toBeLessThanOrEqual(bytes.length)
			const counts = own.map((done) => done.accounts)
			if (step === 'reading') expect(new Set(counts)).toEqual(new Set([0]))
			else {
				expect(counts[0]).toBe(0)
				// Each chunk has five accounts or six.
				for (const [index, count] of counts.slice(1).entries()) expect([4, 5, 6]).toContain(count - counts[index]!)
				expect(counts.at(-1)).toBeGreaterThan(30)
			}
		}
		expect(told.at(-1)!.kinds).toEqual(new Map([['Account', 40]]))
	})
})

describe('the prefix of accounts', () => {
	const others = (prefix: string) => `has the prefix ${prefix}`

	test('the prefix is that of most of the first 200 accounts, in letters of either case', async () => {
		const of = (prefix: string, count: number) =>
			Array.from({ length: count }, (_, byte) => ({
				type: 'cosmos-sdk/Account',
				value: { address: byte % 2 === 0 ? addressOf(byte, prefix) : addressOf(byte, prefix).toUpperCase() },
			}))
		const faults = await faultsOf(document([...of('one', 99), ...of('two', 101), ...of('one', 9)]))
		expect(faults).toHaveLength(100)
		expect(faults[0]).toBe(`app_state.auth.accounts[0].value.address ${others('one')}, the file's others have two`)
		const tie = await faultsOf(document([...of('one', 100), ...of('two', 100), ...of('two', 9)]))
		expect(tie[0]).toBe(`app_state.auth.accounts[100].value.address ${others('two')}, the file's others have one`)
		const last = await faultsOf(document([...of('tri', 1), ...of('one', 99), ...of('two', 100)]))
		expect(last[0]).toBe(`app_state.auth.accounts[0].value.address ${others('tri')}, the file's others have two`)
	})

	test('the prefix that is given is taken, whatever the accounts have', async () => {
		expect(await faultsOf(document([account(1)]), { prefix: 'other' })).toEqual([
			`app_state.auth.accounts[0].value.address ${others('kite')}, the file's others have other`,
		])
	})

	test('accounts without an address that tells a prefix are passed over', async () => {
		const broken = [null, 'text', { type: 'a' }, { value: { address: 5 } }, { value: { address: '1abc' } }]
		const faults = await faultsOf(document([...broken, ...broken, account(1)]))
		expect(faults.filter((fault) => fault.startsWith('app_state.auth.accounts[10]'))).toEqual([])
		expect(faults).toHaveLength(10)
	})

	test('a genesis is of generation 9 if an account has an @type and no type', async () => {
		const accounts = [account(1), { '@type': '/cosmos.auth.v1beta1.BaseAccount' }]
		await expect(migrated(document(accounts))).rejects.toMatchObject({
			message: 'This genesis is of generation 9 already.',
			why: 'Its accounts have an @type.',
			next: 'Start a chain with it: chain-tui start --genesis FILE.',
		})
		const both = { ...account(1), '@type': 'x' }
		expect((await migrated(document([both]))).summary.accounts).toEqual(new Map([['Account', 1]]))
	})
})

describe('the document around the state', () => {
	const params = {
		block: { max_bytes: '22020096', max_gas: '0', time_iota_ms: '1000' },
		evidence: { max_age_num_blocks: '100000', max_age_duration: '172800000000000', max_bytes: '0' },
		validator: { pub_key_types: ['ed25519'] },
	}
	const tail = (of: Outcome): string => of.text.slice(of.text.indexOf('},"chain_id"') + 2)

	test('chain, time and first height of the old document stay, and zeros are left out as the engine does', async () => {
		const kept = { ...document([]), consensus_params: params, initial_height: '7', app_hash: 'abcd' }
		const outcome = await migrated(kept)
		expect(outcome.text.slice(0, 34)).toBe('{"app_hash":"ABCD","app_state":{"a')
		expect(tail(outcome)).toBe(
			'"chain_id":"kite-1","consensus_params":{"block":{"max_bytes":"22020096","time_iota_ms":"1000"},"evidence":{"max_age_duration":"172800000000000","max_age_num_blocks":"100000"},"validator":{"pub_key_types":["ed25519"]},"version":{}},"genesis_time":"2021-03-04T15:00:00Z","initial_height":"7"}\n',
		)
	})

	test('chain, time and first height that are given are written, and ones are no zeros', async () => {
		const full = {
			...params,
			block: { ...params.block, max_gas: '1' },
			evidence: { ...params.evidence, max_bytes: '1' },
			version: { app_version: '1' },
		}
		const options = { chainId: 'kite-2', genesisTime: '2026-01-02T03:04:05.5Z', initialHeight: 9 }
		const outcome = await migrated({ ...document([]), consensus_params: full }, options)
		expect(outcome.summary.chainId).toBe('kite-2')
		expect(tail(outcome)).toBe(
			'"chain_id":"kite-2","consensus_params":{"block":{"max_bytes":"22020096","max_gas":"1","time_iota_ms":"1000"},"evidence":{"max_age_duration":"172800000000000","max_age_num_blocks":"100000","max_bytes":"1"},"validator":{"pub_key_types":["ed25519"]},"version":{"app_version":"1"}},"genesis_time":"2026-01-02T03:04:05.5Z","initial_height":"9"}\n',
		)
		await expect(migrated(document([]), { genesisTime: 'soon' })).rejects.toMatchObject({
			message: 'soon is no time.',
			next: 'Write it as 2026-01-01T00:00:00Z.',
		})
	})

	test('a document that the engine refuses is told with its other faults', async () => {
		const { chain_id: _, ...nameless } = document([null])
		expect(await faultsOf(nameless)).toEqual([
			expect.stringMatching(/^the document is refused by the engine: .*chain_id/),
			'app_state.auth.accounts[0] must be an account, is null',
		])
		expect(await faultsOf({ ...nameless, app_state: document([]).app_state })).toHaveLength(1)
	})
})

describe('what is refused of a genesis of generation 8', () => {
	test.each<[string, unknown, readonly string[]]>([
		['auth is a list', { auth: [] }, ['app_state.auth must be an object, is a list']],
		['accounts are an object', { auth: { accounts: {} } }, ['app_state.auth.accounts must be a list, is an object']],
		[
			'parameters of auth are a text',
			{ auth: { params: 'x' } },
			['app_state.auth.params must be an object, is a text'],
		],
		[
			'the key of a module account is a number',
			{ auth: { accounts: [{ type: 'cosmos-sdk/ModuleAccount', value: { address: addressOf(1), public_key: 5 } }] } },
			['app_state.auth.accounts[0].value.public_key must be a text, is the number 5'],
		],
		['bank is alone', { bank: {} }, ['app_state.auth is missing', 'app_state.supply is missing']],
		['supply is a text', { auth: {}, bank: {}, supply: 'x' }, ['app_state.supply must be an object, is a text']],
		['bank is a number', { auth: {}, bank: 5, supply: {} }, ['app_state.bank must be an object, is the number 5']],
		['evidence has no bank', { evidence: {} }, ['app_state.evidence cannot be migrated without bank']],
		['genutil has no list', { genutil: { gentxs: {} } }, ['app_state.genutil.gentxs must be a list']],
		[
			'a bond has a fourth state',
			{ staking: { validators: [{ status: 3 }] } },
			[
				'app_state.staking.validators[0].consensus_pubkey must be a bech32 text, is missing',
				'app_state.staking.validators[0].status must be 0, 1 or 2, is 3',
			],
		],
		['a vote has no option', { gov: { votes: [{ option: '' }] } }, ['app_state.gov.votes[0].option is empty']],
	])('a genesis in which %s is refused', async (_name, state, faults) => {
		expect(await faultsOf({ ...head, app_state: state })).toEqual(faults)
	})

	test('a number that no float holds is refused in a module that is not known', async () => {
		const text = JSON.stringify({ ...head, app_state: { zoo: [5] } }).replace('[5]', '[1e308,1e309]')
		expect(await faultsOf(text)).toEqual(['app_state.zoo holds a number that no 64-bit float holds'])
	})

	test('coins that come twice or below zero are refused, and zeros are passed over', async () => {
		const coins = [
			coin('1', 'u9'),
			coin('1', 'ukite'),
			coin('0', 'ukite'),
			coin('2', 'ukite'),
			coin('-3', 'uatom'),
			coin('1', 'ukite'),
		]
		const { supply: _, ...others } = bankParts
		const places = (at: string) => [
			`${at}[0].denom "u9" is no denomination`,
			`${at}[3].denom comes twice: "ukite"`,
			`${at}[4].amount must not be below zero, is -3`,
			`${at}[5].denom comes twice: "ukite"`,
		]
		expect(await faultsOf(document([account(1, ...coins)], { ...others, supply: { supply: coins } }))).toEqual([
			...places('app_state.supply.supply'),
			...places('app_state.auth.accounts[0].value.coins'),
		])
	})

	test('a number that is written with escapes is refused at its place in lists and modules', async () => {
		const period = { length: '@', amount: [] }
		const vesting = { ...account(1), type: 'cosmos-sdk/PeriodicVestingAccount' }
		const accounts = [
			account(2),
			{ ...vesting, value: { ...vesting.value, vesting_periods: [{ ...period, length: '1' }, period] } },
		]
		const state = { mint: { params: { blocks_per_year: '@' } } }
		const text = JSON.stringify(document(accounts, { ...bankParts, ...state })).replaceAll('@', '\\u0037')
		expect(await faultsOf(text)).toEqual([
			'app_state.auth.accounts[1].value.vesting_periods[1].length must be a whole number within quotes, is "7"',
			'app_state.mint.params.blocks_per_year must be a whole number within quotes, is "7"',
		])
	})
})

test('names of members are in the order of their bytes, beyond the first 65,536 letters too', async () => {
	const { text } = await migrated({
		...head,
		app_state: { zoo: { '\u{10000}': 1, '\uffff': 2, b: 3, a: 4, '10': 5, '9': 6 } },
	})
	expect(text).toContain('"zoo":{"10":5,"9":6,"a":4,"b":3,"\uffff":2,"\u{10000}":1}')
})
