import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ManagedProcess } from '../../../../src/node/testnet/ManagedProcess.ts'

it.runIf(existsSync('/dev/full'))(
	'a managed process runs on, and its lines are told, while the disk of its log is full',
	async () => {
		const lines: string[] = []
		const args = ['-c', 'echo one; echo two']
		const managed = new ManagedProcess({
			command: 'sh',
			args,
			logFile: '/dev/full',
			onLine: (line) => lines.push(line),
		})
		expect(await managed.ended).toBe('code 0')
		expect(lines).toEqual(['one', 'two'])
	},
)
