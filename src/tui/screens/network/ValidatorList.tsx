import type { ReactElement } from 'react'
import type { NetworkValidator, SignedMark, VoteMark } from '../../../client/index.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { middle } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { NetworkModel } from './NetworkModel.ts'
import { validatorName } from './validatorName.ts'

/** The validators: power, votes in the round that runs, and which of the last blocks each signed and proposed. */
export function ValidatorList({ model }: { readonly model: NetworkModel }): ReactElement {
	const { reading } = model
	const blocks =
		reading === undefined || reading.to === 0 ? '' : `blocks ${grouped(reading.from)} to ${grouped(reading.to)}`
	const legend = '● signed · × missing · ○ no block'
	return (
		<Panel title={counted(model.validators.length, 'validator')} remark={`${blocks} · ${legend}`} active>
			<ValidatorTable model={model} />
		</Panel>
	)
}

function ValidatorTable({ model }: { readonly model: NetworkModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { reading, validators } = model
	const whole = validators.reduce((sum, { power }) => sum + power, 0n)
	const marks = Math.max(8, Math.min(30, width - 58))
	return (
		<Table
			cursor={model.cursor}
			count={validators.length}
			columns={[
				{ title: '', width: 1 },
				{ title: 'name', width: 14 },
				{ title: 'power', width: 13, align: 'right' },
				{ title: 'vote', width: 4 },
				{ title: 'last blocks', width: marks },
				{ title: 'signed', width: 6, align: 'right' },
				{ title: 'made', width: 4, align: 'right' },
				{ title: 'address', width: 'flex', from: 96 },
			]}
			row={(index) => {
				const validator = validators[index]
				if (validator === undefined) return []
				const { address, power, isOwn, prevote, precommit, commits, proposed } = validator
				const share = whole === 0n ? 0 : Number((power * 1_000n) / whole) / 10
				const name = validatorName(validator, address)
				return [
					reading?.proposer === address ? theme.accent('◆') : '',
					isOwn ? theme.strong(name) : name,
					`${grouped(power)} ${theme.muted(`${share} %`)}`,
					`${voteSign(prevote, theme)}${voteSign(precommit, theme)}`,
					commits
						.slice(-marks)
						.map((mark) => commitSign(mark, theme))
						.join(''),
					signedShare(validator),
					String(proposed),
					theme.muted(middle(address, 40)),
				]
			}}
			empty={['', 'The node reports no validators.']}
			onOpen={() => model.app.open('blocks')}
		/>
	)
}

/** A prevote or a precommit. */
function voteSign(vote: VoteMark, theme: Theme): string {
	if (vote === 'none') return theme.muted('·')
	return vote === 'block' ? theme.good('✓') : theme.warn('○')
}

function commitSign(mark: SignedMark, theme: Theme): string {
	if (mark === 'signed') return theme.good('●')
	if (mark === 'absent') return theme.bad('×')
	return mark === 'nil' ? theme.warn('○') : theme.muted('·')
}

function signedShare({ commits }: NetworkValidator): string {
	const known = commits.filter((mark) => mark !== 'unknown')
	if (known.length === 0) return '–'
	return `${Math.round((known.filter((mark) => mark === 'signed').length / known.length) * 100)} %`
}
