import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { keytarProcess } from '../../../src/keyring/keytarProcess.ts'
import { until } from '../../support/until.ts'

/** Process ids of the children of this process, as Linux tells them. */
function children(): readonly string[] {
	return readdirSync('/proc/self/task').flatMap((task) =>
		readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
	)
}

/** Why this machine cannot run the test; empty where it can. */
function lacking(): string {
	try {
		createRequire(import.meta.url).resolve('keytar')
		children()
		return ''
	} catch (error) {
		return String(error)
	}
}

it.skipIf(lacking() !== '')(
	'the process of the system key store ends when it is asked nothing, and a later question starts another',
	async () => {
		const before = children()
		const mine = (): readonly string[] => children().filter((pid) => !before.includes(pid))
		const store = keytarProcess(1)
		// Where no store runs the answer is a refusal.
		const ask = (): Promise<unknown> => store.getPassword('chain-tui:probe', 'nobody').catch((refusal) => refusal)
		for (const _time of ['first', 'second']) {
			const answer = ask()
			expect(mine()).toHaveLength(1)
			await answer
			await until(() => mine().length === 0)
		}
		expect(mine()).toEqual([])
	},
)
