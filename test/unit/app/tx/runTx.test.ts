import { expect, test } from 'vitest'
import { txDecoder } from '../../../../src/app/tx/runTx.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { createGreetModule } from '../../../../src/modules/greet/index.ts'
import { greetTx } from '../testChain.ts'

test('a transaction that waits is decoded once for its check and all rechecks, and anew for its block', () => {
	const settings = defaultChainSettings
	const decode = txDecoder([createGreetModule({ settings })], createRegistry({ evm: false }), settings.prefix)
	const bytes = greetTx()
	const checked = decode(bytes, 'check')
	expect(decode(bytes, 'recheck')).toBe(checked)
	expect(decode(bytes, 'recheck')).toBe(checked)
	const delivered = decode(bytes, 'deliver')
	expect(delivered).not.toBe(checked)
	expect(delivered.decoded).toEqual(checked.decoded)
	// The same bytes told once more are another transaction to check.
	expect(decode(bytes.slice(), 'recheck')).not.toBe(checked)
})
