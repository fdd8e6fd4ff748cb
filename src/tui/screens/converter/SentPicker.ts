import type { TuiApp } from '../../app/TuiApp.ts'
import type { PickerItem } from '../../kit/models/PickerItem.ts'
import { Picker } from '../../kit/overlays/Picker.tsx'
import { fuzzy } from '../../kit/text/fuzzy.ts'
import { age } from '../../kit/text/times.ts'
import type { ConverterModel } from './ConverterModel.ts'

/** Transactions sent from the converter in this session; Enter loads the text of one. */
export class SentPicker extends Picker<TuiApp> {
	readonly name = 'converter-sent'
	readonly title = 'Sent from here'
	protected readonly placeholder = 'hash or what it does'
	readonly #model: ConverterModel

	constructor(model: ConverterModel) {
		super(model.app)
		this.#model = model
	}

	protected items(query: string): readonly PickerItem[] {
		const items = this.#model.history.map(
			({ at, text, words, hash, outcome }): PickerItem => ({
				group: 'Newest first',
				label: words,
				detail: hash,
				right: `${outcome} ${age(new Date(at).toISOString(), this.app.clock())}`,
				disabled: '',
				run: () => this.#model.take(text),
			}),
		)
		return fuzzy(items, query, (found) => found)
	}
}
