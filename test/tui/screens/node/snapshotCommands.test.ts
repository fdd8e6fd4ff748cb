import { afterEach, expect, it } from 'vitest'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

it('a rewind takes a block that is there, and says of it alone how many will be gone', async () => {
	t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
	const status = await t.chain.status()
	t.chain.status = async () => ({ ...status, height: 1_204 })
	t.app.set({ status: await t.chain.status() })
	t.press(digitOf('node'), 'w')
	await t.until('Later blocks, everything in them')
	const { buffer, options } = (t.app.topOverlay as Form).field('height')!
	const said = (text: string): readonly (string | undefined)[] => {
		buffer.set(text)
		return [options.validate?.(buffer.text), options.hint?.(buffer.text)]
	}
	const none = ['a block from 1 to 1,204', '']
	for (const text of ['', '0', '1205', 'abc', '-1', '1.5', '1e3', '9'.repeat(16)])
		expect(said(text), text).toEqual(none)
	expect(['1', '1203', ' 1204 '].map((text) => said(text))).toEqual([
		[undefined, '1,203 blocks will be gone'],
		[undefined, '1 block will be gone'],
		[undefined, '0 blocks will be gone'],
	])
})
