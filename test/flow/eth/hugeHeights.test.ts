import { afterEach, expect, test } from 'vitest'
import { ethermintDialect } from '../../../src/api/eth/dialect/ethermintDialect.ts'
import { gethDialect } from '../../../src/api/eth/dialect/gethDialect.ts'
import { ethMethods } from '../../../src/api/eth/methods/index.ts'
import { namesBlock } from '../../../src/api/eth/rpc/EthMethod.ts'
import { methodsOf } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { plainValues, takes } from '../../support/methodParams.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { askEth } from './evmTools.ts'

let node: TestNode | undefined
afterEach(() => node?.close())

const dialects = { geth: gethDialect, ethermint: ethermintDialect }
/** The first number that JavaScript rounds: to 9007199254740992. */
const height = 2n ** 53n + 1n
const hex = `0x${height.toString(16)}`

test.each(['geth', 'ethermint'] as const)(
	'no method of the %s dialect tells a height beyond 2^53 with other digits',
	async (dialect) => {
		node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1', ethCompat: dialect } })
		await node.engine.mine(3)
		const context = { dialect: dialects[dialect] } as never
		let asked = 0
		const rounded: string[] = []
		for (const { name, params, access } of methodsOf(ethMethods, dialect)) {
			if (access === 'powers') continue
			const plain = params.map((param) => plainValues.find((value) => takes(param, value, context)))
			for (const [index, param] of params.entries()) {
				if (!namesBlock(param)) continue
				const forms = [hex, { blockNumber: hex }, { fromBlock: hex, toBlock: hex }]
				for (const form of forms.filter((one) => takes(param, one, context))) {
					asked++
					const reply = JSON.stringify(await askEth(node.addresses.eth!, name, plain.with(index, form)))
					if (/9007199254740992|0x20000000000000\b/.test(reply)) rounded.push(`${name}: ${reply}`)
				}
			}
		}
		expect(rounded).toEqual([])
		expect(asked).toBeGreaterThan(20)
	},
)
