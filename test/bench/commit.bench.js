// Time to make a version of the state durable after a block of 500 greetings, with ever more greetings in it: the tree must
// not make a long chain slow. A million takes a few minutes and is measured with CHAIN_TUI_FULL=1.
import { join } from 'node:path'
import { loadSource } from './support/loadSource.js'
import { inFolder } from './support/replays.js'
import { median } from './support/stats.js'

const sizes = process.env.CHAIN_TUI_FULL === '1' ? [10_000, 100_000, 1_000_000] : [10_000, 100_000]
const accounts = 1_000
const perBlock = 500
const measured = 40

/** Prints the median commit at each size and the largest as a multiple of the smallest (aim: at most 1.5). */
export async function run({ print, row }) {
	const source = await loadSource(`
		export { createCommitMultiStore } from './src/store/multi/commitMultiStore.ts'
		export { openLevelDb } from './src/store/kv/levelDb.ts'
		export { countKey, greetingKey } from './src/modules/greet/keys.ts'
	`)
	await inFolder(async (folder) => {
		const db = await source.openLevelDb(join(folder, 'state'))
		const kvStores = ['acc', 'bank', 'greet', 'params']
		const store = source.createCommitMultiStore({ db, kvStores, transientStores: [], pruning: 'default' })
		const block = blockWriter(store, db, source)
		const times = []
		for (const size of sizes) {
			while (block.greetings < size) await block.make(5_000)
			for (let warm = 0; warm < 5; warm++) await block.make(perBlock)
			const commits = []
			for (let round = 0; round < measured; round++) commits.push(await block.make(perBlock))
			times.push(median(commits))
			print(
				`${String(size).padStart(9)} greetings ${median(commits).toFixed(1)} ms a commit, slowest ${Math.max(...commits).toFixed(1)} ms`,
			)
		}
		row({
			what: `a durable commit with ${sizes.at(-1)} greetings, against one with ${sizes[0]}`,
			ours: times.at(-1),
			peer: times[0],
			unit: 'ms',
			ratio: times.at(-1) / times[0],
			aim: '<= 1.5',
		})
		await db.close()
	})
}

/** Makes blocks as greetings leave them: each changes the count, one account and two balances. */
function blockWriter(store, db, { countKey, greetingKey }) {
	const text = (value) => new TextEncoder().encode(value)
	const key = (kind, index) => Uint8Array.from([kind, 20, ...text(String(index).padStart(20, 'a'))])
	const writer = {
		greetings: 0,
		/** Adds so many greetings; gives the milliseconds from the end of the last one to a durable version. */
		async make(count) {
			const branch = store.branch()
			const [acc, bank, greet] = ['acc', 'bank', 'greet'].map((name) => branch.kvStore(name))
			for (let made = 0; made < count; made++) {
				const id = writer.greetings++
				const account = (id * 7_919) % accounts
				greet.set(greetingKey(String(id)), text(`greeting ${id} of an account, some sixty bytes long as they are`))
				greet.set(countKey, text(String(writer.greetings)))
				acc.set(key(1, account), text(`${'account'.repeat(14)} ${id}`))
				bank.set(key(2, account), text(`uchain ${1_000_000_000 - id}`))
				bank.set(key(2, 'fees'), text(`uchain ${id}`))
			}
			const from = performance.now()
			branch.write()
			const batch = db.batch()
			store.commit(batch)
			await db.write(batch, { sync: true })
			return performance.now() - from
		},
	}
	return writer
}
