import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { fitCells } from '../../kit/text/cells.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RowSpace } from '../../kit/theme/RowSpace.ts'
import type { AccountsModel } from './AccountsModel.ts'
import { kindCounts } from './comparisonTexts.ts'
import { vestingState } from './vestingState.ts'

/** Address, state and balances. */
export function accountHead(model: AccountsModel, { theme, width }: RowSpace): readonly string[] {
	const { app, current } = model
	const url = model.isPasted ? undefined : nodeUrl(app.state.status, 'account', model.address ?? '')
	const shown = safeText(model.address ?? 'no address', 120)
	const address = url === undefined ? shown : linkText(app.links, url, shown)
	const height = model.atHeight
	const source =
		model.isPasted || current === undefined
			? ''
			: model.remote !== undefined
				? theme.warn(`at ${safeText(model.remote, 60)}`)
				: height === undefined
					? `${theme.good('●')} ${theme.muted(`live, block ${grouped(app.state.status?.height ?? 0)}`)}`
					: theme.warn(`◷ at block ${grouped(height)}`)
	if (current?.isStateGone === true && height !== undefined) {
		const latest = app.state.status?.height ?? 0
		const why =
			height > latest
				? `block ${grouped(height)} does not exist yet: the latest is ${grouped(latest)}`
				: `the node no longer keeps the state of block ${grouped(height)}`
		const next = `${app.keyFor('accounts.height')} chooses another height, an empty one is the live state`
		return [fitCells(`${address}  ${source}`, width), theme.bad(fitCells(`✗ ${why}`, width)), theme.muted(next)]
	}
	const coins = current === undefined ? '' : safeText(app.amounts.coins(current.balances), 300)
	const free = spendableText(model)
	const changed = [...model.changes.values()].at(-1)
	const mark = changed === undefined ? '' : theme.warn(`  ● changed in block ${grouped(changed.height)}`)
	return [
		fitCells(`${address}  ${source}`, width),
		...evmRows(model, { theme, width }),
		fitCells(
			`${theme.muted('balance')} ${theme.strong(coins)}${free === '' ? '' : theme.muted(` · spendable ${free}`)}${mark}`,
			width,
		),
		fitCells(kindCounts(model.rows, theme), width),
	]
}

/** The other form of its address on a chain with an EVM, and its contract. */
export function evmRows(model: AccountsModel, { theme, width }: RowSpace): readonly string[] {
	const { app, hexAddress, current } = model
	if (hexAddress === undefined) return []
	const { code } = current ?? {}
	const contract =
		code === undefined
			? ''
			: `  ${theme.accent(`contract, ${counted(code.size, 'byte')}`)} ${theme.muted(`(${app.keyFor('accounts.contract')} shows it) ${code.hash}`)}`
	return [fitCells(`${hexAddress}${contract}`, width)]
}

/** The part of a vesting account's balance that can be sent at the slider's time. */
function spendableText({ app, clock, current }: AccountsModel): string {
	const state = clock.terms === undefined ? undefined : vestingState(clock.terms, clock.time)
	if (state === undefined || current === undefined) return ''
	const free = current.balances.flatMap(({ denom, amount }) => {
		// A pasted account can have any text here.
		if (!/^\d{1,100}$/.test(amount)) return []
		const rest = BigInt(amount) - (state.locked.find((coin) => coin.denom === denom)?.amount ?? 0n)
		return rest > 0n ? [{ denom, amount: String(rest) }] : []
	})
	return safeText(app.amounts.coins(free), 300)
}
