/** No bytes at all: nobody can write into them, so that all may share them. */
export const noBytes: Uint8Array = new Uint8Array(0)
