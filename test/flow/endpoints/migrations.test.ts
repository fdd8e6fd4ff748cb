import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, Migrator } from 'kysely'
import Libsql from 'libsql'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/endpoints/storage/migrations.ts'
import { ImmediateSqliteDialect, openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import type { EndpointsSchema } from '../../../src/endpoints/storage/schema.ts'

it('changes of plan from before they had a table come from the audit log, with the relays of the days before', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-migrations-'))
	const file = join(folder, 'db.sqlite')
	const database = new Libsql(file)
	database.defaultSafeIntegers(true)
	const db = new Kysely<EndpointsSchema>({ dialect: new ImmediateSqliteDialect({ database }) })
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
	await migrator.migrateTo('0004_login_clients')
	const account = { password_hash: null, plan: 'payg', cap: null, created_at: 0n }
	for (const id of ['one', 'two']) {
		const email = `${id}@example.com`
		await db
			.insertInto('accounts')
			.values({ ...account, id, email, email_key: email })
			.execute()
	}
	const relays = {
		'2026-10-31': 1n,
		'2026-11-01': 20n,
		'2026-11-09': 300n,
		'2026-11-10': 4_000n,
		'2026-11-11': 50_000n,
	}
	await db
		.insertInto('ledger')
		.values(Object.entries(relays).map(([day, count]) => ({ account_id: 'one', day, relays: count })))
		.execute()
	const at = (day: number) => BigInt(Date.UTC(2026, 10, day, 12))
	const entry = { actor_id: 'operator', project_id: null, application_id: null, action: 'account.plan' }
	const change = (id: string, account_id: string, day: number, plan: string) => ({
		...entry,
		id,
		account_id,
		at: at(day),
		detail: JSON.stringify({ plan }),
	})
	await db
		.insertInto('audit')
		.values([
			change('a', 'one', 11, 'payg'),
			change('b', 'one', 10, 'enterprise'),
			change('c', 'two', 10, 'enterprise'),
			{ ...change('d', 'one', 11, 'none'), action: 'account.cap' },
		])
		.execute()
	await db.destroy()
	const storage = await openStorage(`sqlite:${file}`)
	const changes = await storage.db.selectFrom('plan_changes').selectAll().orderBy('account_id').orderBy('at').execute()
	await storage.close()
	rmSync(folder, { recursive: true, force: true })
	expect(changes).toEqual([
		{ account_id: 'one', at: at(10), plan: 'enterprise', relays_before: 320n },
		{ account_id: 'one', at: at(11), plan: 'payg', relays_before: 4_320n },
		{ account_id: 'two', at: at(10), plan: 'enterprise', relays_before: 0n },
	])
})
