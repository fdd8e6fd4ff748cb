import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ManagedProcess } from '../../../../src/node/testnet/ManagedProcess.ts'

const folders: string[] = []
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs a line of the shell, whose $0 is its log, with a log that has so many bytes already. */
async function run(script: string, bytes: number) {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-process-'))
	folders.push(folder)
	const logFile = join(folder, 'app.log')
	writeFileSync(logFile, ' '.repeat(bytes))
	const lines: string[] = []
	const managed = new ManagedProcess({
		...{ command: 'sh', args: ['-c', script, logFile], logFile },
		onLine: (line) => lines.push(line),
	})
	return { ended: await managed.ended, lines, logFile }
}

it('the log of a managed process has up to ten megabytes, then it becomes the older one and another begins', async () => {
	// The log is open when its first line is in it.
	const script =
		'echo one; until tail -c 4 "$0" | grep -q one; do sleep 0.01; done; echo two; echo three; echo four; exit 3'
	const { ended, lines, logFile } = await run(script, 10_000_000 - 8)
	expect([ended, lines]).toEqual(['code 3', ['one', 'two', 'three', 'four']])
	await expect.poll(() => readFileSync(logFile, 'utf8')).toBe('three\nfour\n')
	await expect.poll(() => statSync(`${logFile}.1`).size).toBe(10_000_000)
	expect(readFileSync(`${logFile}.1`, 'utf8').trim()).toBe('one\ntwo')
})

it('a managed process tells the signal that ended it, and the lines of both of its outputs', async () => {
	const { ended, lines, logFile } = await run('echo wrong >&2; kill -9 $$', 0)
	expect([ended, lines]).toEqual(['signal SIGKILL', ['wrong']])
	await expect.poll(() => readFileSync(logFile, 'utf8')).toBe('wrong\n')
})

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

describe('a managed process that is to end', () => {
	/** Runs a line of the shell until it says that it is ready. */
	async function running(script: string) {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-process-'))
		folders.push(folder)
		const lines: string[] = []
		const managed = new ManagedProcess({
			...{ command: 'sh', args: ['-c', `${script}; echo ready; while :; do sleep 0.02; done`] },
			logFile: join(folder, 'app.log'),
			onLine: (line) => lines.push(line),
		})
		await expect.poll(() => lines).toEqual(['ready'])
		return managed
	}

	it('a managed process is asked to end, and killed where it does not within ten seconds', async () => {
		const [willing, stubborn] = [await running(':'), await running("trap '' TERM")]
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		try {
			await willing.stop()
			expect([await willing.ended, vi.getTimerCount()]).toEqual(['signal SIGTERM', 0])
			// It has ended already.
			await willing.stop()
			const stopping = stubborn.stop()
			vi.advanceTimersByTime(9_999)
			expect(() => process.kill(Number(stubborn.pid), 0)).not.toThrow()
			expect(vi.getTimerCount()).toBe(1)
			vi.advanceTimersByTime(1)
			await stopping
			expect(await stubborn.ended).toBe('signal SIGKILL')
		} finally {
			vi.useRealTimers()
		}
	})

	it('a managed process gets the signal that is sent to it', async () => {
		const managed = await running(':')
		managed.signal('SIGUSR1')
		expect(await managed.ended).toBe('signal SIGUSR1')
	})

	it('a program that cannot be started has ended with the reason', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-process-'))
		folders.push(folder)
		const managed = new ManagedProcess({
			...{ command: join(folder, 'none'), args: [], logFile: join(folder, 'app.log'), onLine: () => {} },
		})
		expect(await managed.ended).toBe(`spawn ${join(folder, 'none')} ENOENT`)
	})
})
