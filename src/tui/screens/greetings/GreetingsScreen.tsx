import type { ReactElement } from 'react'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { GreetingDetail } from './GreetingDetail.tsx'
import type { GreetingsModel } from './GreetingsModel.ts'
import { greetingColumns } from './greetingColumns.ts'

/** All greetings, the user's pending ones first; the selected one beside the list or in its place. */
export function GreetingsScreen({ model }: { readonly model: GreetingsModel }): ReactElement {
	return (
		<ListScreen
			model={model}
			title={`Greetings ${grouped(model.pages.count)}`}
			remarks={model.newestFirst ? [] : ['oldest first']}
			columns={(width) => greetingColumns(model, width)}
			empty={['', 'There are no greetings yet.', 'n writes the first greeting.']}
			noMatch={['', model.scanning ? 'Looking …' : 'No greeting matches.', 'Esc clears the filter.']}
			onOpen={() => model.open(true)}
			detail={() => <GreetingDetail model={model} />}
			at={(width) => (width < 140 ? 0.55 : 0.5)}
		/>
	)
}
