import type { EndpointNetwork } from '../../../../client/index.ts'
import type { FieldOptions } from '../../../kit/models/FormField.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'

/** The field for an application's network, and what the node cannot answer of the one that is chosen. */
export interface NetworkChoice {
	readonly field: FieldOptions
	/** Notice above the fields; empty if the node keeps everything that the network serves. */
	notice(network: string | undefined): readonly string[]
}

/** Asks the service what its node keeps; the form shows it as soon as it is known. */
export function networkChoice(model: EndpointsModel): NetworkChoice {
	let networks: readonly EndpointNetwork[] = []
	model.app.attempt(
		async () => {
			networks = await model.client.networks()
			model.app.touch()
		},
		// Creating the application will report the error.
		() => {},
	)
	return {
		field: {
			id: 'network',
			label: 'network',
			kind: 'choice',
			choices: [
				{ value: 'archival', label: 'archival: answers for every height the node keeps' },
				{ value: 'pruning', label: 'pruning: answers for the newest heights only' },
			],
		},
		notice: (network) => {
			const { notice = '' } = networks.find(({ id }) => id === network) ?? {}
			return notice === '' ? [] : [`Note: ${notice}`]
		},
	}
}
