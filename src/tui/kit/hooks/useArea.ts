import { createContext, useContext } from 'react'

/** Size of a component in cells. It is known before layout: the frame sets it, splits and panels reduce it. */
export interface AreaSize {
	readonly width: number
	readonly height: number
}

/** The area of the components below; see `Area`. */
export const AreaContext = createContext<AreaSize>({ width: 80, height: 24 })

/** The area of this component. */
export function useArea(): AreaSize {
	return useContext(AreaContext)
}
