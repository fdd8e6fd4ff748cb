import { describe, expect, test } from 'vitest'
import { memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import { MigrationError } from '../../../src/migrate/GenesisReader.ts'
import { migrateGenesis } from '../../../src/migrate/migrateGenesis.ts'

const head = { genesis_time: '2021-03-04T15:00:00Z', chain_id: 'kite-1' }
const bank = { bank: { send_enabled: true }, supply: { supply: [] as object[] } }

/** The new state of modules, or the faults of the old one, each with its place. */
async function stateOf(modules: object, accounts: readonly object[] = []): Promise<unknown> {
	let text = ''
	const document = { ...head, app_state: { auth: { accounts }, ...modules } }
	const source = memorySource(Buffer.from(JSON.stringify(document)))
	try {
		await migrateGenesis(
			source,
			(part) => {
				text += part
			},
			{ prefix: 'kite' },
		)
	} catch (error) {
		if (error instanceof MigrationError) return error.faults.map(({ place, problem }) => `${place} ${problem}`)
		throw error
	}
	return JSON.parse(text).app_state
}

describe('parts of modules that are migrated', () => {
	test('evidence of a file with a bank becomes none, and without a bank it is refused', async () => {
		const evidence = { params: { max_evidence_age: '120000000000' }, evidence: [] }
		expect(await stateOf({ ...bank, evidence })).toMatchObject({ evidence: { evidence: [] } })
		expect(await stateOf({ evidence })).toEqual(['app_state.evidence cannot be migrated without bank'])
	})

	test('the transactions of a genesis get another name, and none are an empty list', async () => {
		expect(await stateOf({ genutil: { gentxs: [{ a: 1 }] } })).toMatchObject({ genutil: { gen_txs: [{ a: 1 }] } })
		for (const genutil of [{}, { gentxs: null }, null])
			expect(await stateOf({ genutil })).toMatchObject({ genutil: { gen_txs: [] } })
		expect(await stateOf({ genutil: { gentxs: {} } })).toEqual(['app_state.genutil.gentxs must be a list'])
	})

	test('a number of 16 bits is at most 65535, and the state of a bond is one of three', async () => {
		const parts = (number: number, status: number) => ({
			staking: {
				params: { historical_entries: number, max_entries: number, max_validators: number },
				validators: [{ status }],
			},
			distribution: { validator_historical_rewards: [{ rewards: { reference_count: number } }] },
		})
		const faultsOf = async (number: number, status: number) =>
			((await stateOf(parts(number, status))) as readonly string[]).filter(
				(fault) => !fault.includes('consensus_pubkey'),
			)
		expect(await faultsOf(65_535, 2)).toEqual([])
		expect(await faultsOf(65_535, 3)).toEqual(['app_state.staking.validators[0].status must be 0, 1 or 2, is 3'])
		const tooLarge = 'must be a whole number from 0 to 65535, is 65536'
		expect(await faultsOf(65_536, 256)).toEqual([
			`app_state.distribution.validator_historical_rewards[0].rewards.reference_count ${tooLarge}`,
			`app_state.staking.params.historical_entries ${tooLarge}`,
			`app_state.staking.params.max_entries ${tooLarge}`,
			`app_state.staking.params.max_validators ${tooLarge}`,
			'app_state.staking.validators[0].status must be a whole number from 0 to 255, is 256',
		])
	})

	test('a coin of which a part is no text is refused for that alone', async () => {
		const supplied = (coin: object) => stateOf({ ...bank, supply: { supply: [coin, { denom: 'ukite', amount: '1' }] } })
		const place = 'app_state.supply.supply[0]'
		expect(await supplied({ denom: 5, amount: '1' })).toEqual([`${place}.denom must be a text, is the number 5`])
		const both = { supply: [5, 5].map((denom) => ({ denom, amount: '1' })) }
		expect(await stateOf({ ...bank, supply: both })).toEqual([
			`${place}.denom must be a text, is the number 5`,
			'app_state.supply.supply[1].denom must be a text, is the number 5',
		])
		expect(await supplied({ denom: 'ubusd', amount: 5 })).toEqual([
			`${place}.amount must be an amount within quotes, is 5`,
		])
	})

	test('a word with signs that Go writes as escapes is written so in converted parts', async () => {
		let text = ''
		const value = { address: '', coins: [], public_key: '', name: 'a<b>&c', permissions: [] }
		const accounts = [{ type: 'cosmos-sdk/ModuleAccount', value }]
		const source = memorySource(Buffer.from(JSON.stringify({ ...head, app_state: { auth: { accounts } } })))
		await migrateGenesis(source, (part) => {
			text += part
		})
		expect(text).toContain('"name":"a\\u003cb\\u003e\\u0026c"')
	})
})
