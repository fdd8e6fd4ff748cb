import { afterEach, expect, it } from 'vitest'
import type { NodeModel } from '../../../../src/tui/screens/node/NodeModel.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

it('a screen reader gets state and facts of the node one below the other, and no title without facts', async () => {
	t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
	t.press(digitOf('node'))
	const model = t.app.screens.find(({ id }) => id === 'node')!.model as NodeModel
	await t.until(() => model.about !== undefined)
	const titles = (): readonly string[] => t.plainLines().filter((line) => ['Node', 'About'].includes(line))
	expect(titles()).toEqual(['Node', 'About'])
	expect(t.plainLines().join('\n')).toMatch(/About\n(?:.*\n)*?engine +Tendermint 0\.34\.15, block protocol 11\n/)
	model.about = undefined
	expect(titles()).toEqual(['Node'])
})
