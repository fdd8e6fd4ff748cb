import { spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../../../src/util/isAlive.ts'

afterEach(() => {
	vi.restoreAllMocks()
})

test('a process lives while it has not ended, and no number but a positive whole one is that of a process', () => {
	const ended = spawnSync(process.execPath, ['--version']).pid
	expect([process.pid, ended, 0, -1, 1.5, Number.NaN, undefined as never].map(isAlive)).toEqual([
		...[true, false, false, false, false, false, false],
	])
})

test('a process of another user lives: only it may not be told anything', () => {
	vi.spyOn(process, 'kill').mockImplementation(() => {
		throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
	})
	expect(isAlive(1)).toBe(true)
})
