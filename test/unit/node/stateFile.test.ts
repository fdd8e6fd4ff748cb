import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { loadState, saveState, stateBytes } from '../../../src/node/stateFile.ts'
import { answeringEngine } from '../../flow/engineRpc/answeringEngine.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0)) await close()
})

async function answering(reply: object): Promise<string> {
	const engine = await answeringEngine({ jsonrpc: '2.0', id: 1, ...reply })
	closing.push(engine.close)
	return engine.url
}

const option = { name: '--state', needs: 'Leave it out.' }
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

describe('the state of an EVM in a file', () => {
	it('a state is given as a text or as the file that has it, as JSON or as hex', () => {
		const file = join(folder, 'state.json')
		for (const [text, bytes] of [
			['{"a":1}', hex('{"a":1}')],
			[' {"a":1}\n', hex('{"a":1}')],
			['0xAb12\n', '0xAb12'],
			['"0x12"', '0x12'],
		] as const) {
			writeFileSync(file, text)
			expect(stateBytes(file, option)).toBe(bytes)
			if (!text.startsWith('"')) expect(stateBytes(text, option)).toBe(bytes)
		}
		expect(() => stateBytes(join(folder, 'gone'), option)).toThrow('--state names a file that cannot be read.')
	})

	it('a state is saved as the JSON that the chain gives compressed', async () => {
		const file = join(folder, 'saved.json')
		const result = `0x${gzipSync('{"block":7}').toString('hex')}`
		await saveState(await answering({ result }), file, option)
		expect(readFileSync(file, 'utf8')).toBe('{"block":7}')
	})

	it('a state that a chain does not give or take is refused in the words of the chain', async () => {
		const refusing = await answering({ error: { code: -32000, message: 'no such method' } })
		await expect(saveState(refusing, join(folder, 'none'), option)).rejects.toMatchObject({
			...{ message: '--state has no state to write.', why: 'no such method', next: 'Leave it out.' },
		})
		await expect(loadState(refusing, '0x12', option)).rejects.toMatchObject({
			...{ message: '--state cannot be loaded.', why: 'no such method' },
		})
		await expect(loadState(await answering({ result: true }), '0x12', option)).resolves.toBeUndefined()
	})

	it('a chain without an EVM has no state to write and takes none', async () => {
		await expect(saveState(undefined, join(folder, 'none'), option)).rejects.toMatchObject({
			...{ message: '--state has no state to write.', why: '', next: 'Leave it out.' },
		})
		await expect(loadState(undefined, '0x12', option)).rejects.toMatchObject({
			...{ message: '--state needs a chain with an EVM.', next: 'Leave it out.' },
		})
	})
})
