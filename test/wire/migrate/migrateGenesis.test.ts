import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import { MigrationError } from '../../../src/migrate/GenesisReader.ts'
import { type MigrationSummary, migrateGenesis } from '../../../src/migrate/migrateGenesis.ts'
import { sortedJson } from '../../../src/migrate/sortedJson.ts'

interface Recording {
	readonly name: string
	readonly input: Document
	readonly output?: unknown
	readonly error?: string
}

interface Document {
	readonly app_state: { auth: { accounts: Account[] }; bank: unknown; [module: string]: unknown }
	[member: string]: unknown
}

interface Account {
	type: string
	value: Record<string, unknown>
}

// Documents of generation 8 and what the framework's own migrations made of them.
function recordings(name: string): readonly Recording[] {
	const lines = gunzipSync(readFileSync(new URL(`../../golden/migrate/${name}.jsonl.gz`, import.meta.url))).toString()
	return lines
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Recording)
}

async function migrated(document: unknown): Promise<{ readonly text: string; readonly summary: MigrationSummary }> {
	let text = ''
	const source = memorySource(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)))
	const summary = await migrateGenesis(source, (part) => {
		text += part
	})
	return { text, summary }
}

async function faultsOf(document: unknown): Promise<readonly string[]> {
	try {
		await migrated(document)
	} catch (fault) {
		if (fault instanceof MigrationError) return fault.faults.map(({ place, problem }) => `${place} ${problem}`)
		throw fault
	}
	return []
}

const noFloat = (): never => {
	throw new Error('a number that is no float')
}
const random = recordings('random')
const [network] = recordings('network')

describe('migrating a genesis of generation 8', () => {
	test.each(random.filter(({ output }) => output !== undefined))(
		'writes what the framework writes: $name',
		async ({ input, output }) => {
			expect((await migrated(input)).text).toBe(`${sortedJson(output, noFloat)}\n`)
		},
	)

	test.each(random.filter(({ error }) => error !== undefined))(
		'refuses what the framework refuses: $name',
		async ({ input }) => {
			expect(await faultsOf(input)).toHaveLength(1)
		},
	)

	test('the genesis of a real network becomes what the framework makes of it, all modules included', async () => {
		const { text, summary } = await migrated(network?.input)
		expect(text).toBe(`${sortedJson(network?.output, noFloat)}\n`)
		expect(summary).toMatchObject({ prefix: 'kava', chainId: 'kava-2' })
		expect([...summary.accounts.values()].reduce((sum, count) => sum + count)).toBe(173)
	})

	test('a document in chunks of any size is read alike', async () => {
		const { input } = random.find(({ name }) => name.startsWith('seed 20,'))!
		const bytes = Buffer.from(JSON.stringify(input, undefined, ' '))
		let text = ''
		// Chunks of 13 bytes; one value is read as a whole.
		const read = (at: number, length: number) => bytes.subarray(at, at + (length === 1 << 20 ? 13 : length))
		await migrateGenesis({ size: bytes.length, read }, (part) => {
			text += part
		})
		expect(text).toBe((await migrated(input)).text)
	})

	test('an escaped digit is no number within quotes, as in the framework, but a letter of a text', async () => {
		const { input } = random.find(({ name }) => name.startsWith('seed 5,'))!
		const written = (from: string, to: string) => JSON.stringify(input).replace(from, to)
		const account = input.app_state.auth.accounts[3]!
		const plain = JSON.stringify(account)
		const escaped = JSON.stringify({ ...account, value: { ...account.value, sequence: '@' } }).replace(
			'"@"',
			'"\\u0037"',
		)
		expect(await faultsOf(written(plain, escaped))).toEqual([
			'app_state.auth.accounts[3].value.sequence must be a whole number within quotes, is "7"',
		])
		const params = JSON.stringify(input).replace(/("max_memo_characters":"\d*)\d"/, '$1\\u0036"')
		expect(await faultsOf(params)).toHaveLength(1)
		const { chain_id = '' } = input as { readonly chain_id?: string }
		const other = written(
			`"chain_id":"${chain_id}"`,
			`"chain_id":"\\u0${chain_id.charCodeAt(0).toString(16).padStart(3, '0')}${chain_id.slice(1)}"`,
		)
		expect((await migrated(other)).summary.chainId).toBe(chain_id)
	})

	test('several faults are told at once, each with its place', async () => {
		const { input } = random.find(({ name }) => name.startsWith('seed 5,'))!
		const document = structuredClone(input)
		const accounts = document.app_state.auth.accounts
		accounts[3]!.value.coins = [{ denom: 'uchain', amount: '1.5' }]
		accounts[7]!.value.sequence = 5
		accounts[9]!.type = 'cosmos-sdk/Unknown'
		accounts[11]!.value.address = 'nonsense'
		document.app_state.bank = { send_enabled: 'yes' }
		expect(await faultsOf(document)).toEqual([
			'app_state.auth.accounts[3].value.coins[0].amount must be a whole number, is "1.5"',
			'app_state.auth.accounts[7].value.sequence must be a number within quotes: "5"',
			'app_state.auth.accounts[9].type "cosmos-sdk/Unknown" is a type that the framework does not know',
			'app_state.auth.accounts[11].value.address is no bech32 text: decoding bech32 failed: invalid separator index -1',
			'app_state.bank.send_enabled must be true or false, is a text',
		])
	})

	test('a coin that is no object is told with its place, and the others are still read', async () => {
		const { input } = random.find(({ name }) => name.startsWith('seed 5,'))!
		const document = structuredClone(input)
		document.app_state.auth.accounts[3]!.value.coins = ['busd', null, { denom: 'UCHAIN!', amount: '-1' }]
		expect(await faultsOf(document)).toEqual([
			'app_state.auth.accounts[3].value.coins[0] must be an object, is a text',
			'app_state.auth.accounts[3].value.coins[2].amount must not be below zero, is -1',
			'app_state.auth.accounts[3].value.coins[2].denom "UCHAIN!" is no denomination',
		])
	})

	test('a module that the framework does not know passes through with sorted members and Go’s escapes', async () => {
		const { input } = random.find(({ name }) => name.startsWith('seed 2,'))!
		const text = JSON.stringify(input).replace(
			'"app_state":{',
			'"app_state":{"zoo":{"b":1e21,"a":["<&>",-0,1e-7,12345678901234567890,"\\ud800"],"\\u0041":null},',
		)
		expect((await migrated(text)).text).toContain(
			'"zoo":{"A":null,"a":["\\u003c\\u0026\\u003e",-0,1e-7,12345678901234567000,"\ufffd"],"b":1e+21}',
		)
	})

	test.each([
		['{"genesis_time":"2021-03-04T15:00:00Z","chain_id":"a"}', 'app_state is missing'],
		['{"genesis_time":"2021-03-04T15:00:00Z","chain_id":"a","app_state":[]}', 'app_state must be an object, is a list'],
	])('a document without a state is refused: %s', async (text, fault) => {
		expect(await faultsOf(text)).toEqual([fault])
	})

	test('a genesis of generation 9 is told to be one', async () => {
		const { output } = random.find(({ name }) => name.startsWith('seed 5,'))!
		await expect(migrated(output)).rejects.toThrow('This genesis is of generation 9 already.')
	})

	test.each([
		['', 'The document ends where an object should be.'],
		['[]', 'an object should be at byte 0.'],
		['{"a":1', 'The document ends where'],
		['{"a" 1}', 'a colon should be at byte 5.'],
		['{"app_state":{}} x', 'the end of the file should be at byte 17.'],
	])('a file that is no document is refused with the place: %j', async (text, why) => {
		await expect(migrated(text)).rejects.toMatchObject({ why: expect.stringContaining(why) })
	})
})
