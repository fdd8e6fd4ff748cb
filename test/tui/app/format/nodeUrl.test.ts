import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { NodeStatus } from '../../../../src/client/ChainClient.ts'
import { nodeUrl } from '../../../../src/tui/app/format/nodeUrl.ts'
import { detailRows } from '../../../../src/tui/kit/text/detailRows.ts'
import { hyperlink } from '../../../../src/tui/kit/text/linkText.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'

const status = (listeners: NodeStatus['listeners']): NodeStatus => ({ listeners }) as NodeStatus
const rest = 'http://127.0.0.1:1317'
const rpc = 'http://127.0.0.1:26657'

describe('the URL of a thing on its node', () => {
	it('the URL of a thing on its node is that of the REST listener, else of the JSON-RPC where that shows it', () => {
		expect(nodeUrl(status({ rest, rpc }), 'tx', 'AB')).toBe(`${rest}/cosmos/tx/v1beta1/txs/AB`)
		expect(nodeUrl(status({ rpc }), 'tx', 'AB')).toBe(`${rpc}/tx?hash=0xAB`)
		expect(nodeUrl(status({ rpc: `${rpc}/` }), 'block', '7')).toBe(`${rpc}/block?height=7`)
		expect(nodeUrl(status({ rpc }), 'account', 'chain1x')).toBeUndefined()
		expect(nodeUrl(status({}), 'block', '7')).toBeUndefined()
	})

	it('the URL of a thing on its node is never made of anything but a plain id', () => {
		for (const id of ['', '../x', 'a b', 'x\u001b]8;;', 'x?y=z', '#1'])
			expect(nodeUrl(status({ rest }), 'tx', id)).toBe(undefined)
	})

	it('stays readable in full where its row is too narrow for a link', () => {
		const theme = makeTheme('dark', 'dark', 3)
		const hash = 'AB'.repeat(32)
		const rows = [['hash', hyperlink(`${rest}/x`, hash)]] as const
		expect(detailRows(theme, rows, 80).join('')).toContain('\x1b]8;;')
		const narrow = detailRows(theme, rows, 40).map((line) => stripVTControlCharacters(line).slice(6).trim())
		expect(narrow.join('')).toBe(hash)
	})
})
