import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { UsageBatch } from '../../../src/endpoints/metering/UsageBatch.ts'
import { UsageStatements } from '../../../src/endpoints/metering/UsageStatements.ts'
import type { EndpointsSchema } from '../../../src/endpoints/storage/schema.ts'

const db = new Kysely<EndpointsSchema>({
	dialect: {
		createAdapter: () => new SqliteAdapter(),
		createDriver: () => new DummyDriver(),
		createIntrospector: (of) => new SqliteIntrospector(of),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	},
})

it('statistics of many rows are written a hundred at a time, each row once', () => {
	const batch = new UsageBatch()
	const owner = { accountId: 'a', applicationId: 'a1' }
	const methods = Array.from({ length: 250 }, (_, index) => `eth_${String(index).padStart(3, '0')}`)
	for (const method of methods) batch.add(owner, { method, outcome: 'ok', micros: 8, billed: false }, 0)
	const statements = new UsageStatements(db)
	const write = { processId: 'p', now: 5, capped: new Map() }
	for (let round = 0; round < 2; round++) {
		const written = statements.of(batch, write)
		expect(written.map(({ parameters }) => parameters.length / 7)).toEqual([100, 100, 50])
		const named = written.flatMap(({ parameters }) => parameters.filter((_, index) => index % 7 === 2))
		expect(named).toEqual(methods)
	}
})

it('the rows of a batch are written in the order of their keys, whatever order they were counted in', () => {
	const midnight = Date.UTC(2026, 10, 30, 24)
	const batch = new UsageBatch()
	const relay = { method: 'eth_call', outcome: 'ok', micros: 8, billed: true } as const
	for (const accountId of ['b', 'a']) {
		for (const applicationId of ['2', '1']) {
			for (const at of [midnight, midnight - 1]) {
				const owner = { accountId, applicationId: `${accountId}${applicationId}` }
				for (const method of ['eth_call', 'eth_a']) {
					batch.add(owner, { ...relay, method, micros: 16 }, at)
					batch.add(owner, { ...relay, method }, at)
					batch.add(owner, { ...relay, method, outcome: '4xx' }, at)
				}
			}
		}
	}
	batch.keys.set('k2', 1)
	batch.keys.set('k1', 2)
	const written = new UsageStatements(db).of(batch, { processId: 'p', now: 5, capped: new Map() })
	const into = (table: string) => written.filter(({ sql }) => sql.startsWith(table)).map(({ parameters }) => parameters)
	expect(into('insert into "ledger"')).toEqual([
		['a', '2026-11-30', 12n],
		['a', '2026-12-01', 12n],
		['b', '2026-11-30', 12n],
		['b', '2026-12-01', 12n],
	])
	expect(into('insert into "usage_applications"')[0]).toEqual(['a', 'a1', '2026-11', 6n, 'a', 'a2', '2026-11', 6n])
	const [statistics = []] = into('insert into "statistics"')
	expect(statistics).toHaveLength(4 * 2 * 2 * 3 * 7)
	const hours = [BigInt(midnight - 3_600_000), BigInt(midnight)]
	expect(statistics).toEqual(
		['a1', 'a2', 'b1', 'b2'].flatMap((application) =>
			hours.flatMap((hour) =>
				['eth_a', 'eth_call'].flatMap((method) =>
					[
						['4xx', 12n, 1n, 8n],
						['ok', 12n, 1n, 8n],
						['ok', 16n, 1n, 16n],
					].flatMap((row) => [application, hour, method, ...row]),
				),
			),
		),
	)
	expect(into('update "api_keys"')).toEqual([
		[2n, 'k1'],
		[1n, 'k2'],
	])
})
