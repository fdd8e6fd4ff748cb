import { useIsScreenReaderEnabled } from 'ink'

/** Whether the output is for a screen reader: no frames, everything in one column. */
export function usePlain(): boolean {
	return useIsScreenReaderEnabled()
}
