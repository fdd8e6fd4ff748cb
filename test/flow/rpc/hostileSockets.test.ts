import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { attack } from '../../attack/sockets.attack.js'

const seed = Number(process.env.CHAIN_TUI_SEED ?? 1)

// The full form, with all limits: npm run attack -- sockets
it.runIf(existsSync('/proc/self/status'))(
	'a chain goes on, and honest clients get their answers, while hundreds of sockets flood its node',
	async () => {
		const { lateMs, rssMb, honest } = await attack({ sockets: 300, seconds: 5, seed })
		expect(lateMs).toBeLessThan(1000)
		expect(rssMb).toBeLessThan(400)
		for (const { failures, calls, p50 } of honest) {
			expect(failures).toEqual([])
			expect(calls).toBeGreaterThan(10)
			expect(p50).toBeLessThan(100)
		}
	},
)
