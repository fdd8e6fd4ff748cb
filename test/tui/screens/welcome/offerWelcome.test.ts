import { expect, it } from 'vitest'
import { offerWelcome } from '../../../../src/tui/screens/welcome/offerWelcome.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

it.each([
	['a place without a key, which was not left before', true, [], false, true],
	['a place that is not connected yet', false, [], false, false],
	['a place with a key', true, ['alice'], false, false],
	['a place with two keys', true, ['alice', 'bob'], false, false],
	['a place that was welcomed', true, [], true, false],
])('the first run is offered at a place without a key alone: %s', async (_, isConnected, keys, welcomed, isOffered) => {
	const app = placesApp({ welcomed })
	const chain = new ChainDouble({ keys })
	if (isConnected) app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', keys: await chain.keys.list() })
	offerWelcome(app)
	expect(app.topOverlay?.name === undefined).toBe(!isOffered)
	if (isOffered) app.close(app.topOverlay!)
})
