import { ownUrl, type Place, parsePlaces, placeLines } from '../../client/index.ts'
import type { TuiApp } from './TuiApp.ts'

/** Uses another own chain of the home, which is begun if there is none of that id. Those that run go on beside it. */
export function goToOwnChain(app: TuiApp, chainId: string): void {
	const places = parsePlaces(app.preferences.get('nodes'))
	const url = ownUrl(chainId)
	if (places.every((place) => place.url !== url)) {
		const isTaken = places.some(({ name }) => name === chainId)
		const made: Place = {
			...{ name: isTaken ? `${chainId} (own)` : chainId, url, chainId },
			...{ standBy: false, keyed: false, speaks: 'rpc' },
		}
		app.preferences.set('nodes', placeLines([...places, made]))
	}
	app.switchNode(url)
}
