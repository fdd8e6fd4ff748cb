import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { nullNode } from '../../../codec/goJson/unmarshal.ts'
import { fromHex } from '../../../util/bytes.ts'
import { address, number } from '../args/valueParams.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { accessedSlots } from '../calls/createAccessList.ts'
import { runCall } from '../calls/runCall.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/** Arguments of a call that leaves all of them out. */
const noArgs = callArgs.read(nullNode)

/** Balances and allowances of ERC-20 tokens, written into the slot that the token reads them from. */
export const tokenPowerMethods = [
	definePower({
		name: 'anvil_dealERC20',
		aliases: ['hardhat_dealERC20', 'anvil_setERC20Balance'],
		params: [address, address, number],
		run: ([owner, token, amount], powers, context) => {
			const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [toHex(owner)] })
			return deal({ token, data, amount, what: 'balance' }, powers, context)
		},
	}),
	definePower({
		name: 'anvil_setERC20Allowance',
		params: [address, address, address, number],
		run: ([owner, spender, token, amount], powers, context) => {
			const args = [toHex(owner), toHex(spender)] as const
			const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
			return deal({ token, data, amount, what: 'allowance' }, powers, context)
		},
	}),
]

/**
 * Writes an amount into the one slot that makes a reading call return it (foundry crates/anvil/src/eth/api.rs
 * find_erc20_storage_slot).
 * @throws {EthFault} where no slot of the token does.
 */
async function deal(
	wanted: { readonly token: Uint8Array; readonly data: string; readonly amount: bigint; readonly what: string },
	powers: EthPowers,
	{ blocks, evm }: EthContext,
): Promise<null> {
	const { token, data, amount, what } = wanted
	const value = fromHex(toHex(amount, { size: 32 }).slice(2))!
	const call = { ...noArgs, to: token, data: fromHex(data.slice(2))! }
	const view = await evm.at(await blocks.latestHeight())
	for (const slot of await accessedSlots(view, call)) {
		const { ctx } = view.ctx.branch()
		view.keeper.setState(ctx, token, slot, value)
		const { returned, vmError } = await runCall({ ...view, ctx }, call)
		if (vmError !== '' || hexBytes(returned) !== hexBytes(value)) continue
		await powers.edit((edited, keeper) => keeper.setState(edited, token, slot, value))
		return null
	}
	throw new EthFault(`Unable to set ERC20 ${what}, no slot found`)
}
