/** The clipboard of the desktop. Its functions reject if the tool is missing. */
export interface SystemClipboard {
	read(): Promise<string>
	write(text: string): Promise<void>
}
