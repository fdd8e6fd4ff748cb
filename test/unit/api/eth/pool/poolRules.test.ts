import { expect, test } from 'vitest'
import { isRaise } from '../../../../../src/api/eth/pool/poolRules.ts'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'

const capped = (gasFeeCap: bigint, gasTipCap: bigint) => ({ gasPrice: gasFeeCap, gasFeeCap, gasTipCap }) as EthTx
const priced = (gasPrice: bigint) => ({ gasPrice }) as EthTx
const free = {} as EthTx

// go-ethereum v1.16 core/txpool/legacypool list.go Add: both prices rise by ten percent, and the cap is higher.
test.each([
	['both ten percent more', capped(110n, 11n), capped(100n, 10n), true],
	['a cap of a little less than ten percent more', capped(109n, 11n), capped(100n, 10n), false],
	['a tip of a little less than ten percent more', capped(110n, 109n), capped(100n, 100n), false],
	['a tip that stays', capped(200n, 10n), capped(100n, 10n), false],
	['a cap that stays', capped(100n, 20n), capped(100n, 10n), false],
	['no tip as before', capped(110n, 0n), capped(100n, 0n), true],
	['a cap of nothing that stays', capped(0n, 0n), capped(0n, 0n), false],
	['the first price at all', capped(1n, 0n), capped(0n, 0n), true],
	['a price ten percent more', priced(110n), priced(100n), true],
	['a price of a little less', priced(109n), priced(100n), false],
	['a price instead of caps', priced(110n), capped(100n, 100n), true],
	['a price instead of none', priced(1n), free, true],
	['no price instead of none', free, free, false],
	['no price instead of one', free, priced(1n), false],
])('a transaction takes the place of another with %s', (_, next, before, isTaken) => {
	expect(isRaise(next, before)).toBe(isTaken)
})
