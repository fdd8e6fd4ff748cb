import type { NetworkStatus, NetworkValidator, SignedMark, VoteMark } from '../../../client/index.ts'
import { thrownText } from '../../../errors/UserError.ts'
import { ListModel } from '../../app/list/ListModel.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { middle } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

const none: readonly NetworkValidator[] = []

/** Polling interval of the visible screen, in milliseconds: a round takes about a second. */
const everyMs = 1_000

/** A network of a real engine: validators, votes, rounds, who proposes and who is missing. */
export class NetworkModel extends ListModel<NetworkValidator> {
	readonly list = new ItemList<NetworkValidator>({
		items: () => this.validators,
		keyOf: ({ address }) => address,
		texts: (validator) => [validatorName(validator, validator.address), validator.address],
		columns: validatorColumns(this),
	})
	/** Undefined until it is read. */
	reading: NetworkStatus | undefined
	/** Error of the last reading; empty if it succeeded. */
	problem = ''
	#timer: NodeJS.Timeout | undefined
	#busy = false

	get validators(): readonly NetworkValidator[] {
		return this.reading?.validators ?? none
	}

	get selected(): NetworkValidator | undefined {
		return this.list.selected
	}

	/** One node makes the blocks alone: there is no network to show. */
	get isAlone(): boolean {
		const { status } = this.app.state
		if (status?.kind === 'embedded') return true
		return this.reading !== undefined && this.validators.length <= 1 && this.reading.peers.length === 0
	}

	connected(): void {
		this.reading = undefined
		this.problem = ''
		if (this.app.state.screen === 'network') this.opened()
	}

	/** Rounds can change without blocks, so the node is polled, but only while the screen is visible. */
	opened(): void {
		this.read()
		this.#timer ??= setInterval(() => {
			if (this.app.state.screen === 'network') this.read()
			else this.#rest()
		}, everyMs).unref()
	}

	/** Asks the node. */
	read(): void {
		const { client, state } = this.app
		if (client === undefined || this.#busy || state.status?.kind === 'embedded') return
		this.#busy = true
		client
			.network()
			.then(
				(reading) => {
					if (this.app.client !== client) return
					this.reading = reading
					this.problem = ''
				},
				(error: unknown) => {
					if (this.app.client === client) this.problem = thrownText(error)
				},
			)
			.finally(() => {
				this.#busy = false
				this.app.touch()
			})
	}

	#rest(): void {
		clearInterval(this.#timer)
		this.#timer = undefined
	}
}

/** Display name of a validator: its name in the genesis, otherwise the ends of its address. */
export function validatorName(validator: NetworkValidator | undefined, address: string): string {
	return validator === undefined || validator.name === '' ? middle(address, 14) : safeText(validator.name, 30)
}

/** The columns of the validators: power, votes in the round that runs, which of the last blocks each signed and proposed. */
export function validatorColumns(model: NetworkModel): readonly ListColumn<NetworkValidator>[] {
	const shareOf = ({ power }: NetworkValidator): number => {
		const whole = model.validators.reduce((sum, other) => sum + other.power, 0n)
		return whole === 0n ? 0 : Number((power * 1_000n) / whole) / 10
	}
	return [
		{
			id: 'proposes',
			title: '',
			width: 1,
			text: ({ address }, { theme }) => (model.reading?.proposer === address ? theme.accent('◆') : ''),
		},
		{
			id: 'name',
			width: 14,
			text: (validator, { theme, mark }) => {
				const name = mark(validatorName(validator, validator.address))
				return validator.isOwn ? theme.strong(name) : name
			},
			order: (row) => validatorName(row, row.address),
		},
		{
			id: 'power',
			width: 13,
			align: 'right',
			text: (validator, { theme }) => `${grouped(validator.power)} ${theme.muted(`${shareOf(validator)} %`)}`,
			order: ({ power }) => power,
		},
		{
			id: 'vote',
			width: 4,
			text: ({ prevote, precommit }, { theme }) => `${voteSign(prevote, theme)}${voteSign(precommit, theme)}`,
		},
		{
			id: 'blocks',
			title: 'last blocks',
			width: (table) => Math.max(8, Math.min(30, table - 56)),
			text: ({ commits }, { theme, cells }) =>
				commits
					.slice(-cells)
					.map((commit) => commitSign(commit, theme))
					.join(''),
		},
		{
			id: 'signed',
			width: 6,
			align: 'right',
			text: (validator) => {
				const share = signedShare(validator)
				return share === undefined ? '–' : `${Math.round(share * 100)} %`
			},
			order: (row) => signedShare(row) ?? -1,
		},
		{
			id: 'made',
			width: 4,
			align: 'right',
			text: ({ proposed }) => String(proposed),
			order: ({ proposed }) => proposed,
		},
		{
			id: 'address',
			width: 'flex',
			from: 96,
			text: ({ address }, { theme, cells }) => theme.muted(middle(address, cells)),
		},
	]
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

/** Part of the known blocks that it signed; undefined if none is known. */
function signedShare({ commits }: NetworkValidator): number | undefined {
	const known = commits.filter((mark) => mark !== 'unknown')
	return known.length === 0 ? undefined : known.filter((mark) => mark === 'signed').length / known.length
}
