import { rmSync } from 'node:fs'
import { homePaths } from './home.ts'

/** Removes the database of a home that cannot be opened any more. Keys and settings stay. */
export function forgetChain(home: string): void {
	const { data, mark, tables } = homePaths(home)
	for (const path of [mark, tables, data]) rmSync(path, { recursive: true, force: true })
}
