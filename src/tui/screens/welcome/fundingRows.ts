import { wrapCells } from '../../kit/text/cells.ts'
import type { RowSpace } from '../../kit/theme/Theme.ts'
import type { FirstRun } from './FirstRun.ts'

/** How the new key gets its first coins, and where to ask again if that fails. */
export function fundingRows(run: FirstRun, { theme, width }: RowSpace): readonly string[] {
	const { app, funding } = run
	if (funding.state === 'asked') return [theme.accent('◌ the faucet is sending you coins')]
	if (funding.state === 'arrived') return [theme.good('✓ the faucet sent you coins')]
	if (!run.poor) return [theme.good('✓ your coins have arrived')]
	if (funding.state === 'failed') {
		const again = `${app.keyFor('go.keys')} goes to Keys, where ${app.keyFor('keys.faucet')} asks it again.`
		return wrapCells(`The faucet has not sent you coins: ${funding.problem} ${again}`, width).map(theme.warn)
	}
	const whose = run.client.admin === undefined ? 'This node has no faucet' : 'This chain has no faucet'
	return wrapCells(`${whose}: your key owns nothing yet.`, width).map(theme.warn)
}
