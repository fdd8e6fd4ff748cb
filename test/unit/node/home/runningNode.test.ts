import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { homePaths } from '../../../../src/node/home/home.ts'
import { readRunningNode, removeRunningNode, writeRunningNode } from '../../../../src/node/home/runningNode.ts'

it('a running node is announced in its home until that is taken back, which may happen twice', () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-running-'))
	try {
		expect(readRunningNode(home)).toBeUndefined()
		const node = { pid: process.pid, chainId: 'chain-1', rpc: 'http://127.0.0.1:26657' }
		writeRunningNode(home, node)
		expect(readRunningNode(home)).toEqual(node)
		expect(readFileSync(homePaths(home).running, 'utf8')).toBe(`${JSON.stringify(node)}\n`)
		for (let time = 0; time < 2; time++) removeRunningNode(home)
		expect([readRunningNode(home), existsSync(homePaths(home).running)]).toEqual([undefined, false])
	} finally {
		rmSync(home, { recursive: true })
	}
})
