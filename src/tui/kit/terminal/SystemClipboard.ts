/** The clipboard of the desktop. What there is no tool for rejects. */
export interface SystemClipboard {
	read(): Promise<string>
	write(text: string): Promise<void>
}
