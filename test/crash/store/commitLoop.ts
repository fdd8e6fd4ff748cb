import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { changeForVersion, openTestStore } from './testState.ts'

/** Commits version after version to the folder of the first argument and prints each one that is durable. */
const db = await openLevelDb(process.argv[2] ?? '')
const store = openTestStore(db)
for (;;) {
	changeForVersion(store, store.lastCommit.version + 1)
	const batch = db.batch()
	const { version } = store.commit(batch)
	await db.write(batch, { sync: true })
	process.stdout.write(`${version}\n`)
}
