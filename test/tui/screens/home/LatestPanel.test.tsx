import { afterEach, expect, it } from 'vitest'
import { HomeModel } from '../../../../src/tui/screens/home/HomeModel.ts'
import { LatestPanel } from '../../../../src/tui/screens/home/LatestPanel.tsx'
import { renderPart } from '../../support/renderPart.tsx'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

it('the panel does not say that there are no transactions before they were asked for', async () => {
	t = await testApp()
	const model = new HomeModel(t.app)
	const part = renderPart(<LatestPanel model={model} />, { app: t.app, width: 80, height: 8 })
	expect(part.text()).toContain('◌ reading')
	model.connected(t.chain)
	expect(part.text()).not.toContain('no transactions yet')
	await expect.poll(() => part.text()).toContain('This chain has no transactions yet.')
	part.unmount()
})
