import { createContext, useContext } from 'react'
import { BugError } from '../../errors/BugError.ts'
import type { TuiApp } from './TuiApp.ts'

/** The complete app; `AppContext` is the part that the kit sees. */
export const TuiAppContext = createContext<TuiApp | undefined>(undefined)

/** The app this component belongs to. */
export function useTuiApp(): TuiApp {
	const app = useContext(TuiAppContext)
	if (app === undefined) throw new BugError('a component of the app is drawn outside of a TuiAppContext')
	return app
}
